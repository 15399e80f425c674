import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { type CalendarEffect, holidays } from '#contract/holidays.ts';
import { holidayKindLabel } from '#domain/calendar/holiday-edit.ts';
import { queryOf } from '#web/api/query-of.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import cells from '#web/toolkit/table/table.module.css';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';
import styles from './calendar-effect.module.css';
import { type PlannedEdit, spanText } from './holiday-year.ts';
import { MovedTools } from './MovedTools.tsx';

/**
 * Shows which open orders and steps get another due date by an edit of the calendar, and saves it. No edit is saved
 * without this step: the server accepts only the key of the effect that was shown.
 */
export function CalendarEffectDialog(props: {
  edit: PlannedEdit;
  onCancel: () => void;
  onSaved: () => void;
}) {
  const { edit, onCancel, onSaved } = props;
  const { from, to, kind, name } = edit;
  const effect = useQuery({
    ...queryOf(holidays.effect, { query: { from, to, kind } }),
    staleTime: 0,
    gcTime: 0,
  });
  const set = useReportedMutation(holidays.set);
  const remove = useReportedMutation(holidays.remove);
  const save = async ({ key }: CalendarEffect) => {
    const body = { from, to, effectKey: key };
    const isSaved =
      kind === 'none'
        ? await remove.mutation({ body }, '已取消这些天的安排')
        : await set.mutation({ body: { ...body, kind, name } }, '已保存节假日安排');
    if (isSaved) onSaved();
    else void effect.refetch();
  };
  const { data } = effect;
  const moved = data === undefined ? 0 : data.later + data.earlier;
  return (
    <AppModal
      open
      title="保存前查看影响"
      width={880}
      onCancel={onCancel}
      footer={[
        <Button key="cancel" onClick={onCancel}>
          返回修改
        </Button>,
        <Button
          key="ok"
          type="primary"
          disabled={data === undefined || effect.isFetching}
          loading={set.running || remove.running}
          onClick={() => data && void save(data)}
        >
          {moved > 0 ? `确认保存（${moved} 件变动）` : '确认保存'}
        </Button>,
      ]}
    >
      <p className={styles.edit}>
        {spanText(edit)} {kind === 'none' ? '取消放假或调休安排' : `设为${holidayKindLabel[kind]}（${name}）`}
      </p>
      {effect.isPending && <SkeletonRows rows={5} />}
      {effect.isError && (
        <FailureState compact failure={effect.error} onRetry={() => void effect.refetch()} />
      )}
      {data && <Effect effect={data} edit={edit} />}
    </AppModal>
  );
}

function Effect({ effect, edit }: { effect: CalendarEffect; edit: PlannedEdit }) {
  const { open, later, earlier, overdue, unchanged, steps, overdueSteps, isEstimate, rows, sentences } =
    effect;
  const moved = later + earlier;
  const notes = [
    ...(steps > 0
      ? [
          `另有 ${steps} 个在办环节的到期日变动${overdueSteps > 0 ? `，其中 ${overdueSteps} 个变动后即超期` : ''}，环节数按到达日和到期日推算。`,
        ]
      : []),
    ...(isEstimate ? ['暂停过或延期过的办件较多，其件数按抽样推算；保存后逐件重新计算。'] : []),
    ...sentences,
  ];
  return (
    <>
      <dl className={styles.figures}>
        <Figure name="在办" value={open} />
        <Figure name="到期日变晚" value={later} />
        <Figure name="到期日变早" value={earlier} tone={earlier > 0 ? styles.earlier : undefined} />
        <Figure name="变动后即超期" value={overdue} tone={overdue > 0 ? styles.overdue : undefined} />
        <Figure name="不变" value={unchanged} />
      </dl>
      {overdue + overdueSteps > 0 && (
        <Alert
          className={styles.alert ?? ''}
          type="warning"
          showIcon
          title={`有 ${overdue} 件、${overdueSteps} 个环节变动后即超期，请确认日历无误。`}
        />
      )}
      {rows.length > 0 && (
        <WideTable
          label="到期日变动的办件"
          limitsHeight
          columns={['流水号', '事项', '受理机构', '现在到期', '改后到期', { title: '相差', kind: 'number' }]}
        >
          {rows.map((row) => (
            <tr key={row.code}>
              <th scope="row">{row.code}</th>
              <td>{row.itemName}</td>
              <td>{row.orgName}</td>
              <td>{row.dueOn}</td>
              <td
                className={joinClasses(row.days < 0 && styles.earlier, row.becomesOverdue && styles.overdue)}
              >
                {row.newDueOn}
                {row.provisional && '（暂定）'}
                {row.becomesOverdue && '，超期'}
              </td>
              <td className={cells.number}>{`${row.days > 0 ? '+' : '−'}${Math.abs(row.days)} 天`}</td>
            </tr>
          ))}
        </WideTable>
      )}
      {moved > rows.length && (
        <p className={styles.note}>
          列出前 {rows.length} 件，共 {moved} 件。
        </p>
      )}
      {rows.length > 0 && <MovedTools edit={edit} total={moved} />}
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
      <p className={styles.note}>保存后系统在几分钟内逐件调整到期日，并记入每件的审计记录。</p>
    </>
  );
}

function Figure({ name, value, tone }: { name: string; value: number; tone?: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={tone}>{value.toLocaleString('zh-CN')} 件</dd>
    </div>
  );
}
