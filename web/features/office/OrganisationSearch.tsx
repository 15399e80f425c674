import { Input } from 'antd';
import { useMemo, useState } from 'react';
import type { KeptOrganisation } from '#contract/office-organisations.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { Tree } from '#web/toolkit/tree/Tree.tsx';
import { branchesOf } from '#web/toolkit/tree/tree-lines.ts';
import styles from './office.module.css';

/** Shows the tree; during a search, the matching organisations and the path to each. */
export function OrganisationSearch(props: {
  rows: readonly KeptOrganisation[];
  chosen: KeptOrganisation;
  onChoose: (id: string) => void;
}) {
  const { rows, chosen, onChoose } = props;
  const [text, setText] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () => new Set(rows.filter(({ level }) => level === 1).map(({ id }) => id)),
  );
  const wanted = text.trim().toLowerCase();
  const shown = useMemo(() => foundRows(rows, wanted), [rows, wanted]);
  const branchOf = useMemo(() => branchesOf(shown.map(noted)), [shown]);
  const chosenIds = useMemo(() => new Set([chosen.id]), [chosen.id]);
  const all = useMemo(() => new Set(shown.map(({ id }) => id)), [shown]);
  return (
    <>
      <Input
        allowClear
        aria-label="搜索机构"
        placeholder="名称或编码"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {shown.length === 0 ? (
        <EmptyState compact title="没有找到机构" hint="请更换名称或编码。" />
      ) : (
        <Tree
          className={styles.tree ?? ''}
          label="机构树"
          choice="one"
          branchOf={branchOf}
          opened={wanted === '' ? opened : all}
          onOpened={setOpened}
          chosen={chosenIds}
          onChoose={({ id }) => onChoose(id)}
        />
      )}
    </>
  );
}

const noted = ({ id, name, parent, people, enabled }: KeptOrganisation) => ({
  id,
  name,
  parent,
  note: enabled ? (people > 0 ? `${people} 人` : '') : '已停用',
});

/** Returns the organisations that match the text, with all their parents. */
export function foundRows(rows: readonly KeptOrganisation[], wanted: string): readonly KeptOrganisation[] {
  if (wanted === '') return rows;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const shownIds = new Set<string>();
  for (const row of rows) {
    if (!`${row.name} ${row.id}`.toLowerCase().includes(wanted)) continue;
    for (
      let index: KeptOrganisation | undefined = row;
      index && !shownIds.has(index.id);
      index = byId.get(index.parent ?? '')
    ) {
      shownIds.add(index.id);
    }
  }
  return rows.filter(({ id }) => shownIds.has(id));
}
