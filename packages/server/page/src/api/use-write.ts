import { type DefaultError, type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/**
 * A change that a button or a form sends. However often that is pressed, it is sent once while it is under way: the second
 * press of a double click comes before anything shows that the first is being worked on.
 */
export function useWrite<Data = unknown, Failure = DefaultError, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Failure, Variables, Context>,
): UseMutationResult<Data, Failure, Variables, Context> {
  const mutation = useMutation(options);
  const isUnderWay = useRef(false);
  const { mutateAsync } = mutation;
  const mutate = useCallback<typeof mutation.mutate>(
    (...given) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      const end = (): void => {
        isUnderWay.current = false;
      };
      // What failed is in the state of the mutation.
      mutateAsync(...given).then(end, end);
    },
    [mutateAsync],
  );
  return { ...mutation, mutate };
}
