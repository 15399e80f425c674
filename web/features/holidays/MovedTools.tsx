import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { holidays, type MovedOrder } from '#contract/holidays.ts';
import { queryOf } from '#web/api/query-of.ts';
import { ExportDialog, ListPrint } from '#web/toolkit/list/lazy-parts.ts';
import type { ListColumn } from '#web/toolkit/list-model/list-types.ts';
import styles from './calendar-effect.module.css';
import { type PlannedEdit, spanText } from './holiday-year.ts';

const columns: readonly ListColumn<MovedOrder>[] = [
  { key: 'code', title: '流水号', width: 120, render: ({ code }) => code },
  { key: 'itemName', title: '事项', grows: true, render: ({ itemName }) => itemName },
  { key: 'orgName', title: '受理机构', grows: true, render: ({ orgName }) => orgName },
  { key: 'dueOn', title: '现在到期', width: 100, render: ({ dueOn }) => dueOn },
  { key: 'newDueOn', title: '改后到期', width: 100, render: ({ newDueOn }) => newDueOn },
  { key: 'days', title: '相差（天）', align: 'right', render: ({ days }) => `${days > 0 ? '+' : ''}${days}` },
  { key: 'note', title: '说明', render: noteOf },
];

/** Offers all orders that an edit of the calendar moves as a file and on paper, before the edit is saved. */
export function MovedTools({ edit, total }: { edit: PlannedEdit; total: number }) {
  const [tool, setTool] = useState<'export' | 'print'>();
  const { from, to, kind } = edit;
  const query = { filters: { from, to, kind } };
  const title = `到期日变动的办件（${spanText(edit)}）`;
  const close = () => setTool(undefined);
  return (
    <div className={styles.tools}>
      <Button onClick={() => setTool('export')}>导出清单</Button>
      <Button onClick={() => setTool('print')}>打印清单</Button>
      <Suspense>
        {tool === 'export' && (
          <ExportDialog
            list="calendar-moved"
            title={title}
            query={query as never}
            ids={[]}
            columns={columns.map((column) => ({ key: column.key, title: column.title, shown: true }))}
            onClose={close}
          />
        )}
        {tool === 'print' && (
          <ListPrint<MovedOrder>
            list="calendar-moved"
            title={title}
            source={({ page, size }) =>
              queryOf(holidays.moved, { query: { from, to, kind, page, size } as never })
            }
            query={query as never}
            total={total}
            rowKey={({ code }) => code}
            columns={columns}
            chosen={[]}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}

function noteOf({ becomesOverdue, provisional }: MovedOrder): string {
  return [becomesOverdue ? '变动后即超期' : '', provisional ? '暂定' : ''].filter(Boolean).join('、');
}
