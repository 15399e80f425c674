import { useState } from 'react';
import type { NamedOrganisation } from '#domain/forms/kinds/organisation/organisation.ts';
import { useFormContext } from '../../form-context.ts';

/** Returns the organisations of the office; they are loaded when a field is opened for the first time. */
export function useOrganisationList() {
  const { loadOrganisations } = useFormContext();
  const [organisations, setOrganisations] = useState<readonly (NamedOrganisation & { pinyin?: string })[]>();
  const [failure, setFailure] = useState<unknown>();
  const load = async () => {
    setFailure(undefined);
    try {
      setOrganisations((await loadOrganisations?.()) ?? []);
    } catch (error) {
      setFailure(error);
    }
  };
  return {
    organisations,
    failure,
    load: () => void load(),
    loadOnce: () => {
      if (organisations === undefined) void load();
    },
  };
}
