import { Button } from 'antd';
import { useState } from 'react';
import type { EditableOrganisation } from '#contract/office-organisations.ts';
import { organisationKindLabel } from '#domain/office/organisation-tree.ts';
import { ShowCodesSwitch } from '#web/toolkit/codes/ShowCodesSwitch.tsx';
import { useShowCodes } from '#web/toolkit/codes/use-show-codes.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Facts } from '#web/toolkit/page/Facts.tsx';
import { TableCard } from '#web/toolkit/table/TableCard.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { type TableColumn, WideTable } from '#web/toolkit/table/WideTable.tsx';
import { type OrganisationMutation, OrganisationMutations } from './OrganisationMutations.tsx';
import { OrganisationPeople } from './OrganisationPeople.tsx';
import styles from './office.module.css';
import { fullNameOf, peopleWithUnits } from './organisation-options.ts';

/** Shows one organisation: its data, the actions on it, and the units and people under it. */
export function OrganisationDetails(props: {
  rows: readonly EditableOrganisation[];
  row: EditableOrganisation;
  onMutation: (mutation: OrganisationMutation) => void;
  onChoose: (id: string) => void;
}) {
  const { rows, row, onMutation, onChoose } = props;
  const [tab, setTab] = useState<'children' | 'people'>('children');
  const children = rows.filter(({ parent }) => parent === row.id);
  return (
    <>
      <Card title={row.name} extra={<OrganisationMutations {...props} />}>
        <OrganisationFacts rows={rows} row={row} />
      </Card>
      <TableCard
        tabs={{
          label: '下级与人员',
          tabs: [
            { name: 'children', label: '下级', count: children.length },
            { name: 'people', label: '人员（含下级）', count: peopleOf(rows, row) },
          ],
          active: tab,
          onChange: (name) => setTab(name as typeof tab),
        }}
        tools={<ShowCodesSwitch />}
      >
        {tab === 'people' && <OrganisationPeople row={row} />}
        {tab === 'children' && children.length === 0 && (
          <EmptyUnitList rows={rows} row={row} onMutation={onMutation} />
        )}
        {tab === 'children' && children.length > 0 && (
          <Units rows={rows} units={children} onChoose={onChoose} />
        )}
      </TableCard>
    </>
  );
}

/** Returns the number of people in an organisation and in all units below it. */
function peopleOf(rows: readonly EditableOrganisation[], { id }: EditableOrganisation): number {
  return peopleWithUnits(rows).get(id) ?? 0;
}

/** Returns the number of people, such as `2 人，含下级 35 人`. */
function peopleText(rows: readonly EditableOrganisation[], row: EditableOrganisation): string {
  const own = `${row.people} 人`;
  return rows.some(({ parent }) => parent === row.id) ? `${own}，含下级 ${peopleOf(rows, row)} 人` : own;
}

function OrganisationFacts({
  rows,
  row,
}: {
  rows: readonly EditableOrganisation[];
  row: EditableOrganisation;
}) {
  const byId = new Map(rows.map((each) => [each.id, each]));
  const fullName = fullNameOf(row, byId);
  const [showsCodes] = useShowCodes();
  return (
    <Facts
      facts={[
        ['类别', organisationKindLabel[row.kind]],
        ...(showsCodes ? [['编码', row.id] as const] : []),
        ['行政区划', row.areaName || row.areaCode],
        ['在职人数', peopleText(rows, row)],
        ...(fullName === row.name ? [] : [['全称', fullName] as const]),
        ...(row.phone ? [['电话', row.phone] as const] : []),
        ...(row.address ? [['地址', row.address] as const] : []),
        ...(row.enabled
          ? []
          : [
              [
                '状态',
                <span key="off" className={styles.off}>
                  已停用，不再供选择
                </span>,
              ] as const,
            ]),
      ]}
    />
  );
}

/** Shows that there are no units below; in an office with only its root, also how to begin. */
function EmptyUnitList(props: {
  rows: readonly EditableOrganisation[];
  row: EditableOrganisation;
  onMutation: (mutation: OrganisationMutation) => void;
}) {
  const { rows, row, onMutation } = props;
  if (row.kind === 'department') return <EmptyState compact title="部门下面不再设机构或部门" />;
  if (rows.length > 1) return <EmptyState compact title="没有下级" />;
  return (
    <EmptyState
      compact
      title="还没有其他机构"
      hint="先把最上级改为本单位的名称和行政区划，再逐个新建下级，或在“导入”中下载模板，填好后一次导入。"
      action={
        <span className={styles.actions}>
          <Button onClick={() => onMutation('edit')}>修改本单位</Button>
          <Button type="primary" onClick={() => onMutation('add')}>
            新建下级
          </Button>
        </span>
      }
    />
  );
}

const columnsOf = (showsCodes: boolean): readonly TableColumn[] => [
  '名称',
  ...(showsCodes ? [{ title: '编码', width: 120 }] : []),
  { title: '类别', width: 64 },
  { title: '在职人数（含下级）', width: 156 },
  { title: '状态', width: 72 },
];

function Units(props: {
  rows: readonly EditableOrganisation[];
  units: readonly EditableOrganisation[];
  onChoose: (id: string) => void;
}) {
  const { rows, units, onChoose } = props;
  const [showsCodes] = useShowCodes();
  return (
    <WideTable oneLine label="下级列表" columns={columnsOf(showsCodes)}>
      {units.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            <Button type="link" size="small" onClick={() => onChoose(row.id)}>
              {row.name}
            </Button>
          </th>
          {showsCodes && <td className={cells.quiet}>{row.id}</td>}
          <td>{organisationKindLabel[row.kind]}</td>
          <td>{peopleText(rows, row)}</td>
          <td>{row.enabled ? '启用' : '已停用'}</td>
        </tr>
      ))}
    </WideTable>
  );
}
