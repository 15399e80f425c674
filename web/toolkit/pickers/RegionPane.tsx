import { SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useMemo, useState } from 'react';
import { useDebounced } from '../choices/use-debounced.ts';
import { RegionMatches } from '../regions/RegionMatches.tsx';
import { RegionTree } from '../regions/RegionTree.tsx';
import type { Region } from '../regions/region.ts';
import { FoundOrganisations } from './FoundOrganisations.tsx';
import type { OrganisationChoices, OrganisationItem } from './organisation-choices.ts';
import styles from './organisation-picker.module.css';

/**
 * Shows the regions whose organisations are searched: a tree that opens at the office, or the results of a
 * search by name, first the organisations, which can be chosen here too.
 */
export function RegionPane(props: {
  choices: Pick<OrganisationChoices, 'regions' | 'search'>;
  region: Region | undefined;
  onRegion: (region: Region | undefined) => void;
  single: boolean;
  chosen: ReadonlySet<string>;
  onToggle: (clicked: OrganisationItem) => void;
}) {
  const { region, onRegion } = props;
  const { regions, search } = props.choices;
  const [text, setText] = useState('');
  const name = useDebounced(text.trim());
  // Without the office's region the tree starts with the provinces.
  const office = useQuery({ ...regions.officePath, staleTime: Number.POSITIVE_INFINITY });
  const officePath = office.data;
  const organisations = useQuery({ ...search(undefined, name), enabled: name !== '' });
  const matches = name === '' ? [] : (organisations.data ?? []);
  const [userOpenedIds, setUserOpenedIds] = useState<ReadonlySet<string>>();
  const officeIds = useMemo(() => new Set((officePath ?? []).map(({ id }) => id)), [officePath]);
  const ids = useMemo(() => new Set(region === undefined ? [] : [region.id]), [region]);
  const choice = {
    single: true,
    chosen: useMemo(() => new Set(region === undefined ? [] : [region.code]), [region]),
    onToggle: (clicked: Region) => onRegion(clicked.code === region?.code ? undefined : clicked),
  };
  return (
    <section className={styles.pane} aria-label="行政区划">
      <Input
        value={text}
        allowClear
        prefix={<SearchOutlined aria-hidden="true" />}
        placeholder="搜索名称、拼音或首字母"
        aria-label="搜索名称、拼音或首字母"
        onChange={(event) => setText(event.target.value)}
      />
      {name === '' ? (
        <RegionTree
          load={regions.children}
          expandedIds={userOpenedIds ?? officeIds}
          onExpandedChange={setUserOpenedIds}
          initialId={officePath?.at(-1)?.id}
          {...choice}
          chosen={ids}
        />
      ) : (
        <div className={styles.results}>
          {matches.length > 0 && (
            <FoundOrganisations
              rows={matches}
              single={props.single}
              chosen={props.chosen}
              onToggle={props.onToggle}
            />
          )}
          <RegionMatches
            name={name}
            search={regions.search}
            hasOtherResults={matches.length > 0 || organisations.isPending}
            {...choice}
          />
        </div>
      )}
    </section>
  );
}
