import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ComponentType, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type HomePage, home, type WaitingAtNode, type WaitingForOthers } from '#contract/home.ts';
import type { TodoRow } from '#contract/work-orders.ts';
import { renewQueries } from '#web/api/query-of.ts';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { DueLight } from '#web/toolkit/status/DueLight.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { EmptyBlockText, HomeCard } from './HomeCard.tsx';
import styles from './home.module.css';
import nodeStyles from './node-bars.module.css';
import { waitingText } from './waiting-text.ts';

const todoUrl = (parameters: Record<string, string>) => `/todo?${new URLSearchParams(parameters)}`;

/** Shows 优先办理: the first returned tasks, then the first rows of the to-do list in its default order. */
export function PriorityTasks({ page }: { page: HomePage }) {
  return (
    <HomeCard
      title="优先办理"
      note="退回的在前，其余按环节时限"
      listLink={page.total > 0 && <Link to="/todo?tab=all">全部待办</Link>}
    >
      {page.first.length === 0 ? (
        <EmptyBlockText>目前没有待您办理的办件。</EmptyBlockText>
      ) : (
        <ul>
          {page.first.map((row, index) => (
            <PriorityTask key={row.traceId} row={row} isMain={index === 0} />
          ))}
        </ul>
      )}
    </HomeCard>
  );
}

function PriorityTask({ row, isMain }: { row: TodoRow; isMain: boolean }) {
  const navigate = useNavigate();
  const { traceId } = row;
  return (
    <li className={styles.task}>
      <span className={styles.taskTitle}>
        {row.returned && <StatusTag tone="returned" label="退回" />}
        {row.recalled && <StatusTag tone="returned" label="撤回" />}
        <Link to={detailUrl(row.code, { traceId })} title={row.title}>
          {row.title}
        </Link>
      </span>
      <span className={styles.taskNode}>
        {row.nodeName}
        <span className={styles.taskCode}>{row.code}</span>
      </span>
      <span>
        <DueLight due={row.due} owner={row.dueOf === 'order' ? '全程' : undefined} />
      </span>
      <Button
        type={isMain ? 'primary' : 'default'}
        className={styles.taskButton}
        aria-label={`办理 ${row.title}`}
        onClick={() => void navigate(detailUrl(row.code, { traceId, focus: 'opinion' }))}
      >
        办理
      </Button>
    </li>
  );
}

const parts = [
  { key: 'overdue', label: '超期', tab: 'overdue' },
  { key: 'soon', label: '将到期', tab: 'soon' },
  { key: 'normal', label: '正常', tab: undefined },
] as const;

const sizeOf = ({ overdue, soon, normal }: WaitingAtNode) => overdue + soon + normal;

/** Shows 待我办理: a bar for each node on one scale, divided by urgency. */
export function NodeBars({ page }: { page: HomePage }) {
  const { nodes, countedOf } = page;
  const maxCount = Math.max(1, ...nodes.map(sizeOf));
  const sum = (key: 'overdue' | 'soon' | 'normal') => nodes.reduce((total, node) => total + node[key], 0);
  return (
    <HomeCard title="待我办理" note={countedOf === null ? '按环节' : `按环节，先到期的 ${countedOf} 件`}>
      {nodes.length === 0 ? (
        <EmptyBlockText>没有待您办理的环节。</EmptyBlockText>
      ) : (
        <>
          <ul>
            {nodes.map((node) => (
              <li key={node.nodeName} className={nodeStyles.node}>
                <Link to={todoUrl({ nodeName: node.nodeName })}>{node.nodeName}</Link>
                <span className={nodeStyles.bar}>
                  {parts.map(
                    ({ key, label, tab }) =>
                      node[key] > 0 && (
                        <Link
                          key={key}
                          to={todoUrl({ nodeName: node.nodeName, ...(tab && { tab }) })}
                          className={nodeStyles[key]}
                          style={{ width: `${(node[key] / maxCount) * 100}%` }}
                          title={`${node.nodeName}：${label} ${node[key]} 件`}
                          aria-label={`${node.nodeName}：${label} ${node[key]} 件`}
                        />
                      ),
                  )}
                </span>
                <span className={nodeStyles.nodeCount}>{sizeOf(node)} 件</span>
              </li>
            ))}
          </ul>
          <p className={nodeStyles.legend}>
            {parts.map(({ key, label }) => (
              <span key={key}>
                <i className={nodeStyles[key]} aria-hidden="true" /> {label} {sum(key)}
              </span>
            ))}
          </p>
        </>
      )}
    </HomeCard>
  );
}

/** The dialog of 催办, which another capability provides. */
export type UrgeDialogOfHome = ComponentType<{
  order: { id: string; code: string; title: string };
  onDone: () => void;
  onClose: () => void;
}>;

/**
 * Shows 待他人办理: orders that the user started or handled, with their step, the people they wait for, and the
 * time so far.
 */
export function OrdersWaitingForOthers({
  page,
  UrgeDialog,
}: {
  page: HomePage;
  UrgeDialog: UrgeDialogOfHome;
}) {
  const { rows, initiatedOpen, handledOpen } = page.others;
  const [urgedRow, setUrgedRow] = useState<WaitingForOthers>();
  const client = useQueryClient();
  return (
    <HomeCard
      title="待他人办理"
      listLink={
        <>
          {initiatedOpen > 0 && <Link to="/my-initiated?phase=open">我发起的在办件 {initiatedOpen} 件</Link>}
          {handledOpen > 0 && <Link to="/done?phase=open">我经办的在办件 {handledOpen} 件</Link>}
        </>
      }
    >
      {rows.length === 0 ? (
        <EmptyBlockText>您发起和经办的办件，目前没有待他人办理的。</EmptyBlockText>
      ) : (
        <ul className={styles.others}>
          {rows.map((row) => (
            <li key={row.code}>
              <Link to={detailUrl(row.code, {})} title={row.title}>
                {row.title}
              </Link>
              <span className={styles.second}>
                {row.nodeName}　{row.handlerNames.join('、') || '—'}　{waitingText(row.since, page.at)}
              </span>
              {row.urgedToday && <span className={styles.second}>今日已催</span>}
              {row.mayUrge && (
                <Button
                  type="link"
                  size="small"
                  aria-label={`催办 ${row.title}`}
                  onClick={() => setUrgedRow(row)}
                >
                  催办
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {urgedRow !== undefined && (
        <UrgeDialog
          order={{ id: urgedRow.workorderId, code: urgedRow.code, title: urgedRow.title }}
          onDone={() => {
            setUrgedRow(undefined);
            void renewQueries(client, [home.page]);
          }}
          onClose={() => setUrgedRow(undefined)}
        />
      )}
    </HomeCard>
  );
}
