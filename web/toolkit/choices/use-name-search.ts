import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { organisations, pinyinLimits } from '#contract/organisations.ts';
import { findsName } from '#domain/texts/name-search.ts';
import { mayBePinyin } from '#domain/texts/spelled-search.ts';
import { queryOf } from '#web/api/query-of.ts';

const isChinese = (name: string) => /\p{Script=Han}/u.test(name);

/** Options of a search by names. */
interface NameSearchOptions {
  /** Load the pinyin; without it, names are found by characters only. */
  enabled: boolean;
  /** True for names of people: their first character is read as a surname. */
  ofPeople?: boolean;
}

/**
 * Returns `finds`, which checks whether a text finds one of these names by characters, pinyin or initials; it stays
 * the same while the names and their pinyin do. `isLoading` is true while the pinyin is loaded.
 */
export function useNamePinyin(allNames: readonly string[], { enabled, ofPeople = false }: NameSearchOptions) {
  const names = useMemo(() => [...new Set(allNames)].filter(isChinese), [allNames]);
  const { pinyin, isLoading } = useQueries({
    queries: partsOf(enabled ? names : []).map((part) => ({
      ...queryOf(organisations.pinyin, { body: { names: part, ofPeople } }),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine: (answers) => ({
      pinyin: answers.map(({ data }) => data?.pinyin),
      isLoading: answers.some((answer) => answer.isLoading),
    }),
  });
  const finds = useMemo(() => {
    const pinyinOf = new Map(
      names.map((name, index) => [
        name,
        pinyin[Math.floor(index / pinyinLimits.names)]?.[index % pinyinLimits.names],
      ]),
    );
    return (text: string, name: string) => findsName(text, name, pinyinOf.get(name));
  }, [names, pinyin]);
  return { finds, isLoading };
}

/** Returns the names in parts of which each is one call. */
function partsOf(names: readonly string[]) {
  return Array.from({ length: Math.ceil(names.length / pinyinLimits.names) }, (_part, index) =>
    names
      .slice(index * pinyinLimits.names, (index + 1) * pinyinLimits.names)
      .map((name) => name.slice(0, pinyinLimits.characters)),
  );
}

/**
 * Returns `finds`, which checks whether the typed text finds a name of a list. `isLoading` is true while the pinyin
 * is loaded, which begins with the first letter.
 */
export function useNameSearch(text: string, names: readonly string[]) {
  const { finds, isLoading } = useNamePinyin(names, { enabled: mayBePinyin(text) });
  return { finds: useCallback((name: string) => finds(text, name), [finds, text]), isLoading };
}
