/*
 * A branch that is told by a constant (`kind: "point"`) gets it when it is chosen. The library leaves it undefined: it keeps
 * what was there before the choice, which is nothing.
 */
import { getDefaultRegistry } from '@rjsf/core';
import type { Field, FieldProps } from '@rjsf/utils';
import { createContext, type RefObject, useRef } from 'react';
import { fillConstants } from './fill-constants.js';

/** Where the choice of a branch leaves its number. */
export const ChosenBranch = createContext<RefObject<number | undefined>>({ current: undefined });

const { AnyOfField, OneOfField } = getDefaultRegistry().fields;

function wrapBranches(Base: Field): Field {
  return function BranchField(props: FieldProps) {
    const chosen = useRef<number>(undefined);
    const options = props.options as readonly unknown[];
    return (
      <ChosenBranch value={chosen}>
        <Base
          {...props}
          onChange={(value, path, errors, id) => {
            const option = chosen.current === undefined ? undefined : options[chosen.current];
            chosen.current = undefined;
            props.onChange(fillConstants(option, value), path, errors, id);
          }}
        />
      </ChosenBranch>
    );
  };
}

/** Fields of the library, with what they lack. */
export const branchFields: Readonly<Record<string, Field>> = {
  ...(AnyOfField === undefined ? {} : { AnyOfField: wrapBranches(AnyOfField) }),
  ...(OneOfField === undefined ? {} : { OneOfField: wrapBranches(OneOfField) }),
};
