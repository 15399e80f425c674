import type { PanelView } from '#contract/panels.ts';
import type { Trace } from '#contract/work-orders.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { groupsOf, outcomeLabel, panelRuleText, seatLabel } from '../trace/panel-texts.ts';
import { handlerText, isCopy, operationLabel, recipientText } from '../trace/trace-texts.ts';
import styles from './order-sheet.module.css';

const minuteOf = (text: string) => minuteText(new Date(text));

/** Shows one row of the printed trace: node, action, handler, times and opinion; also for pending rows. */
export function TraceRow({ trace }: { trace: Trace }) {
  const { startTime, endTime, attachments } = trace;
  const operation = operationLabel(trace);
  return (
    <tr>
      <th scope="row">{trace.flowNodeName || operation}</th>
      <td colSpan={5}>
        <p>
          {[operation, handlerText(trace), trace.handlerOrgName].filter((text) => text !== '').join('　')}
        </p>
        <p>
          {endTime === null
            ? `${minuteOf(startTime)} 到达`
            : startTime === endTime
              ? minuteOf(endTime)
              : `${minuteOf(startTime)} 至 ${minuteOf(endTime)}`}
        </p>
        {trace.receiverNames.length > 0 && (
          <p>
            {isCopy(trace) ? '抄送给' : '催办'} {recipientText(trace)}
          </p>
        )}
        {trace.handlerOpinion !== '' && <p className={styles.said}>{trace.handlerOpinion}</p>}
        {attachments.length > 0 && <p>附件：{attachments.map(({ name }) => name).join('、')}</p>}
        {trace.remark !== '' && <p>{trace.remark}</p>}
      </td>
    </tr>
  );
}

/**
 * Shows a countersign in print: requester and reason, its rule and outcome, then each seat with its answer.
 */
export function SeatRows({ panel }: { panel: PanelView }) {
  return (
    <>
      <tr>
        <th scope="row">{panel.flowNodeName}会签</th>
        <td colSpan={5}>
          <p>
            {panel.promoterName}　{panel.promoterOrgName}　{minuteOf(panel.startedAt)} 发起
          </p>
          {panel.reason !== '' && <p className={styles.said}>{panel.reason}</p>}
          <p>
            通过规则：{panelRuleText(panel)}　已答复 {panel.tally.handled} / {panel.tally.seats}
            {panel.outcome !== null && `　结果：${outcomeLabel[panel.outcome]}`}
          </p>
        </td>
      </tr>
      {groupsOf(panel).flatMap(({ name, seats }) =>
        seats.map((seat) => (
          <tr key={`${seat.panelId}.${seat.seat}`}>
            <th scope="row">{seat.handlerName || seat.groupMemberNames}</th>
            <td colSpan={5}>
              <p>
                {[
                  name,
                  seat.handlerOrgName,
                  seatLabel[seat.state],
                  seat.handledAt === null ? '' : minuteOf(seat.handledAt),
                ]
                  .filter((text) => text !== '')
                  .join('　')}
              </p>
              {seat.handlerOpinion !== '' && <p className={styles.said}>{seat.handlerOpinion}</p>}
              {seat.attachments.length > 0 && (
                <p>附件：{seat.attachments.map((file) => file.name).join('、')}</p>
              )}
            </td>
          </tr>
        )),
      )}
    </>
  );
}
