import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { organisations } from '#contract/organisations.ts';
import { deriveCode } from '#domain/texts/derived-code.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useDebounced } from '../choices/use-debounced.ts';

const debounceMilliseconds = 250;
const pinyinOf = (name: string) => queryOf(organisations.pinyin, { body: { names: [name] } });

/** A code that follows the name until the user types another one. */
export interface EditableCode {
  /** The code in the field. */
  value: string;
  typedCode: string | undefined;
  type: (code: string) => void;
  /** Returns the code of the current name, for saving; empty if the pinyin could not be loaded. */
  resolve: () => Promise<string>;
}

/** Derives the code of a new entry from its name, different from all codes in use. */
export function useCode(name: string, usedCodes: readonly string[]): EditableCode {
  const [typed, setTyped] = useState<string>();
  const client = useQueryClient();
  const debouncedName = useDebounced(name.trim(), debounceMilliseconds);
  const pinyin = useQuery({
    ...pinyinOf(debouncedName),
    enabled: debouncedName !== '' && typed === undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const codeOf = (answer: { pinyin: readonly string[] } | undefined) =>
    answer === undefined ? '' : deriveCode(answer.pinyin[0] ?? '', usedCodes);
  const derivedCode = debouncedName === '' ? '' : codeOf(pinyin.data);
  return {
    value: typed ?? derivedCode,
    typedCode: typed,
    type: (code) => setTyped(code.trim() === '' ? undefined : code.trim()),
    resolve: async () => {
      if (typed !== undefined || name.trim() === '') return typed ?? '';
      const query = { ...pinyinOf(name.trim()), staleTime: Number.POSITIVE_INFINITY };
      const answer = await client.fetchQuery(query).catch(() => undefined);
      return codeOf(answer);
    },
  };
}
