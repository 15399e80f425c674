import { Button } from 'antd';
import { type KeptOrganisation, officeOrganisations } from '#contract/office-organisations.ts';
import { organisationKindLabel } from '#domain/office/organisation-tree.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { useDeedThat } from '#web/toolkit/feedback/use-deed-that.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';
import styles from './office.module.css';
import { fullNameOf } from './organisation-options.ts';
import { officeReads } from './part-forms.ts';

export type OrganisationDeed = 'add' | 'edit' | 'move' | 'remove';

/** What is known of one organisation, what may be done with it, and what stands under it. */
export function OrganisationDetails(props: {
  rows: readonly KeptOrganisation[];
  row: KeptOrganisation;
  onDeed: (deed: OrganisationDeed) => void;
  onChoose: (id: string) => void;
}) {
  const { rows, row, onDeed, onChoose } = props;
  const children = rows.filter(({ parent }) => parent === row.id);
  return (
    <div className={styles.side}>
      <Card title={row.name} extra={<Deeds {...props} />}>
        <Facts rows={rows} row={row} />
      </Card>
      <Card title={`下级（${children.length}）`}>
        {children.length === 0 ? (
          <Nothing rows={rows} row={row} onDeed={onDeed} />
        ) : (
          <Children rows={children} onChoose={onChoose} />
        )}
      </Card>
    </div>
  );
}

function Facts({ rows, row }: { rows: readonly KeptOrganisation[]; row: KeptOrganisation }) {
  const byId = new Map(rows.map((each) => [each.id, each]));
  const below = new Set([row.id]);
  // Each level stands behind the one above it.
  for (const each of rows) if (below.has(each.parent ?? '')) below.add(each.id);
  const people = rows.reduce((sum, each) => sum + (below.has(each.id) ? each.people : 0), 0);
  const facts: [string, string][] = [
    ['编码', row.id],
    ['类别', organisationKindLabel[row.kind]],
    ['全称', fullNameOf(row, byId)],
    ['行政区划', row.areaName === '' ? row.areaCode : `${row.areaName}（${row.areaCode}）`],
    ['地址', row.address || '未填写'],
    ['电话', row.phone || '未填写'],
    ['在职人数', `${row.people} 人，含下级共 ${people} 人`],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([title, text]) => (
        <div key={title} style={{ display: 'contents' }}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      {!row.enabled && (
        <>
          <dt>状态</dt>
          <dd className={styles.off}>已停用，不再供选择</dd>
        </>
      )}
    </dl>
  );
}

function Deeds(props: {
  rows: readonly KeptOrganisation[];
  row: KeptOrganisation;
  onDeed: (deed: OrganisationDeed) => void;
}) {
  const { rows, row, onDeed } = props;
  const move = useDeedThat(officeOrganisations.move, officeReads);
  const disable = useDeedThat(officeOrganisations.disable, officeReads);
  const enable = useDeedThat(officeOrganisations.enable, officeReads);
  const brothers = rows.filter(({ parent }) => parent === row.parent);
  const at = brothers.findIndex(({ id }) => id === row.id);
  const isRoot = row.parent === null;
  const shift = (before: string | null) =>
    void move.deed({ params: { id: row.id }, body: { parentId: row.parent ?? '', before } });
  return (
    <span className={styles.deeds}>
      <Button onClick={() => onDeed('edit')}>修改</Button>
      {!isRoot && (
        <>
          <Button disabled={at <= 0} onClick={() => shift(brothers[at - 1]?.id ?? null)}>
            上移
          </Button>
          <Button disabled={at >= brothers.length - 1} onClick={() => shift(brothers[at + 2]?.id ?? null)}>
            下移
          </Button>
          <Button onClick={() => onDeed('move')}>移到…</Button>
          {row.enabled ? (
            <Button
              loading={disable.running}
              onClick={() => void disable.deed({ params: { id: row.id } }, `已停用“${row.name}”`)}
            >
              停用
            </Button>
          ) : (
            <Button
              loading={enable.running}
              onClick={() => void enable.deed({ params: { id: row.id } }, `已启用“${row.name}”`)}
            >
              启用
            </Button>
          )}
          <Button danger onClick={() => onDeed('remove')}>
            删除
          </Button>
        </>
      )}
    </span>
  );
}

/** Nothing below: in an office that has only its root, what to do first. */
function Nothing(props: {
  rows: readonly KeptOrganisation[];
  row: KeptOrganisation;
  onDeed: (deed: OrganisationDeed) => void;
}) {
  const { rows, row, onDeed } = props;
  if (row.kind === 'department') return <EmptyState compact title="部门下面不再设机构或部门" />;
  if (rows.length > 1) return <EmptyState compact title="没有下级" />;
  return (
    <EmptyState
      compact
      title="还没有其他机构"
      hint="先把最上级改为本单位的名称和行政区划，再逐个新建下级，或在“导入”中下载模板，填好后一次导入。"
      action={
        <span className={styles.deeds}>
          <Button onClick={() => onDeed('edit')}>修改本单位</Button>
          <Button type="primary" onClick={() => onDeed('add')}>
            新建下级
          </Button>
        </span>
      }
    />
  );
}

function Children(props: { rows: readonly KeptOrganisation[]; onChoose: (id: string) => void }) {
  const { rows, onChoose } = props;
  return (
    <WideTable label="下级列表" columns={['名称', '编码', '类别', { title: '人数', kind: 'number' }, '状态']}>
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            <Button type="link" size="small" onClick={() => onChoose(row.id)}>
              {row.name}
            </Button>
          </th>
          <td className={cells.quiet}>{row.id}</td>
          <td>{organisationKindLabel[row.kind]}</td>
          <td className={cells.number}>{row.people}</td>
          <td>{row.enabled ? '启用' : '已停用'}</td>
        </tr>
      ))}
    </WideTable>
  );
}
