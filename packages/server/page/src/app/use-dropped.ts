import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { droppedNames } from './search.js';

/** Leaves out of the address what has no meaning as only a view can tell, which knows the data; the shell says so. */
export function useDropped(names: Readonly<Record<string, boolean>>): void {
  const navigate = useNavigate();
  const list = Object.keys(names)
    .filter((name) => names[name])
    .join(' ');
  useEffect(() => {
    if (list === '') return;
    const dropped = list.split(' ');
    droppedNames.set(dropped);
    const isKept = ([name]: readonly [string, unknown]): boolean => !dropped.includes(name);
    // Each view has a query of its own, and this one leaves parts of it out.
    const search = (before: object) => Object.fromEntries(Object.entries(before).filter(isKept)) as never;
    void navigate({ to: '.', search, replace: true });
  }, [list, navigate]);
}
