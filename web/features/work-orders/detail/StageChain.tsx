import { Link } from 'react-router';
import type { PetitionFacts } from '#contract/petitions.ts';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { toneOfStatus } from '#web/toolkit/status/status-tone.ts';
import styles from './petition-tab.module.css';

type Stage = PetitionFacts['stages'][number];

/** Shows the stages 办理, 复查 and 复核 of a matter with their orders and limits, and until when the next is possible. */
export function StageChain({ code, facts }: { code: string; facts: PetitionFacts }) {
  const { stages, next, concluded } = facts;
  return (
    <section aria-label="三级办理">
      <ol className={styles.chain}>
        {stages.map((stage) => (
          <li key={stage.label} data-state={stage.isThis ? 'this' : 'other'}>
            <b>{stage.label}</b>
            <StageOrder stage={stage} />
          </li>
        ))}
        {next && stages.at(-1)?.isThis && (
          <li data-state="next">
            <b>{next.name}</b>
            <span>{next.problem || `可在 ${next.lastDay} 前（含当日）申请`}</span>
            {next.problem === '' && (
              <Link to={`/initiation/${next.taskCode}?${new URLSearchParams({ reviewOf: code })}`}>
                登记{next.name}
              </Link>
            )}
          </li>
        )}
        {next?.name === '复查' && stages.length < 3 && (
          <li data-state="next">
            <b>复核</b>
            <span>复查答复后可以申请</span>
          </li>
        )}
      </ol>
      {concluded && <p className={styles.concluded}>已三级终结，以同一事实和理由再次信访的不再受理。</p>}
    </section>
  );
}

function StageOrder({ stage }: { stage: Stage }) {
  const { workorderCode, isThis, status, statusLabel } = stage;
  return (
    <>
      {workorderCode === '' ? (
        <span className={styles.closed}>无查阅权限，不显示内容</span>
      ) : isThis ? (
        <span aria-current="true">{workorderCode}（本件）</span>
      ) : (
        <Link to={detailUrl(workorderCode)}>{workorderCode}</Link>
      )}
      <StatusTag label={statusLabel} tone={toneOfStatus(status)} />
      <small>
        {daysOf(stage).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </small>
    </>
  );
}

/** Returns the limit of a stage and its days: 限 30 个自然日, 2026-03-02 登记, 2026-04-01 到期. */
function daysOf({ limitText, startedOn, dueOn, endedOn }: Stage): string[] {
  return [
    limitText && `限 ${limitText}`,
    startedOn && `${startedOn} 登记`,
    endedOn ? `${endedOn} 办结` : dueOn && `${dueOn} 到期`,
  ].filter((text) => typeof text === 'string' && text !== '') as string[];
}
