import { Input } from 'antd';
import { useMemo, useState } from 'react';
import type { EditableOrganisation } from '#contract/office-organisations.ts';
import { useNameSearch } from '#web/toolkit/choices/use-name-search.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { Tree } from '#web/toolkit/tree/Tree.tsx';
import { branchesOf } from '#web/toolkit/tree/tree-lines.ts';
import styles from './office.module.css';
import { peopleWithUnits } from './organisation-options.ts';

/** Shows the tree; during a search, the matching organisations and the path to each. */
export function OrganisationTree(props: {
  rows: readonly EditableOrganisation[];
  selected: EditableOrganisation;
  onChoose: (id: string) => void;
}) {
  const { rows, selected, onChoose } = props;
  const [text, setText] = useState('');
  const [expandedIds, setExpandedIds] = useState<ReadonlySet<string>>(
    () => new Set(rows.filter(({ level }) => level === 1).map(({ id }) => id)),
  );
  const keyword = text.trim().toLowerCase();
  const names = useMemo(() => rows.map(({ name }) => name), [rows]);
  const { finds, isLoading } = useNameSearch(keyword, names);
  const visibleRows = useMemo(() => matchingRows(rows, keyword, finds), [rows, keyword, finds]);
  const branchOf = useMemo(() => {
    const counts = peopleWithUnits(rows);
    return branchesOf(visibleRows.map((row) => toTreeRow(row, counts.get(row.id) ?? 0)));
  }, [rows, visibleRows]);
  const selectedIds = useMemo(() => new Set([selected.id]), [selected.id]);
  const allIds = useMemo(() => new Set(visibleRows.map(({ id }) => id)), [visibleRows]);
  return (
    <>
      <Input
        allowClear
        aria-label="搜索机构"
        placeholder="名称、拼音或编码"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p className={styles.counts}>在职人数（含下级）</p>
      {visibleRows.length === 0 && !isLoading ? (
        <EmptyState compact title="没有找到机构" hint="请更换名称或编码。" />
      ) : (
        <Tree
          className={styles.tree ?? ''}
          label="机构树"
          choice="one"
          branchOf={branchOf}
          expandedIds={keyword === '' ? expandedIds : allIds}
          onExpandedChange={setExpandedIds}
          chosen={selectedIds}
          onChoose={({ id }) => onChoose(id)}
        />
      )}
    </>
  );
}

const toTreeRow = ({ id, name, parent, enabled }: EditableOrganisation, people: number) => ({
  id,
  name,
  parent,
  note: enabled ? (people > 0 ? `${people} 人` : '') : '已停用',
});

/** Returns the organisations whose name is found or whose code contains the text, with all their parents. */
export function matchingRows(
  rows: readonly EditableOrganisation[],
  keyword: string,
  finds: (name: string) => boolean,
): readonly EditableOrganisation[] {
  if (keyword === '') return rows;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const visibleIds = new Set<string>();
  for (const row of rows) {
    if (!finds(row.name) && !row.id.toLowerCase().includes(keyword)) continue;
    for (
      let organisation: EditableOrganisation | undefined = row;
      organisation && !visibleIds.has(organisation.id);
      organisation = byId.get(organisation.parent ?? '')
    ) {
      visibleIds.add(organisation.id);
    }
  }
  return rows.filter(({ id }) => visibleIds.has(id));
}
