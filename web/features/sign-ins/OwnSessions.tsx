import { App, Button } from 'antd';
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { type MySignIns, mySignIns } from '#contract/my-sign-ins.ts';
import type { CallInput } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { labelOfLoginEvent, labelOfLoginType } from '#web/features/sign-ins/sign-in-texts.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { labelOfBrowser } from '#web/toolkit/status/browser-label.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import styles from './own-sessions.module.css';

/** Asks for confirmation, runs the mutation and shows its result. */
function useConfirmedMutation<P extends z.ZodType, B extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<P, z.ZodType, B, O>,
) {
  const { run } = useMutation(endpoint, { afterFailure: true });
  const { modal } = App.useApp();
  const feedback = useFeedback();
  return (
    input: CallInput<Endpoint<P, z.ZodType, B, O>>,
    texts: { title: string; content: string; okText: string; successText: string },
  ) =>
    modal.confirm({
      title: texts.title,
      content: texts.content,
      okText: texts.okText,
      okButtonProps: { danger: true },
      cancelText: '取消',
      centered: true,
      onOk: async () => {
        const outcome = await run(input);
        if (outcome.kind === 'done') feedback.success(texts.successText);
        if (outcome.kind === 'failed') feedback.failure(outcome.failure);
      },
    });
}

/** Shows the user's open sessions; each except the current one can be ended. */
export function OwnSessions({ rows }: { rows: MySignIns['sessions'] }) {
  const confirmEnd = useConfirmedMutation(mySignIns.end);
  return (
    <ul className={styles.list} aria-label="登录会话">
      {rows.map((row) => (
        <li key={row.id}>
          <div className={styles.what}>
            <strong title={row.userAgent}>{labelOfBrowser(row.userAgent)}</strong>
            {row.own && <StatusTag tone="success" label="本会话" />}
            <span>
              {row.address} · {labelOfLoginType(row.loginType)}
            </span>
          </div>
          <div className={styles.when}>
            <span>
              登录 <DateTime value={row.createdAt} />
            </span>
            <span>
              最近使用 <DateTime value={row.seenAt} />
            </span>
          </div>
          <div className={styles.action}>
            {!row.own && (
              <Button
                type="link"
                danger
                onClick={() =>
                  confirmEnd(
                    { params: { id: row.id } },
                    {
                      title: '结束该会话',
                      content: `${labelOfBrowser(row.userAgent)}（${row.address}）的登录立即结束，不能恢复，须重新登录。没有保存的内容留在该浏览器中。`,
                      okText: '确认结束',
                      successText: '已结束该会话',
                    },
                  )
                }
              >
                结束
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Ends every session except this one, and removes the browsers that remember the password. */
export function EndOtherSessionsButton({ others }: { others: number }) {
  const confirmEnd = useConfirmedMutation(mySignIns.endOthers);
  return (
    <Button
      danger
      disabled={others === 0}
      onClick={() =>
        confirmEnd(
          {},
          {
            title: '结束其他全部会话',
            content:
              '除本会话外，您在所有浏览器上的登录立即结束，不能恢复；记住密码的浏览器（包括本浏览器）下次须输入密码。',
            okText: '确认结束',
            successText: '已结束其他全部会话',
          },
        )
      }
    >
      结束其他全部会话
    </Button>
  );
}

/** Shows the browsers that remember the password. */
export function OwnBrowsers({ rows }: { rows: MySignIns['browsers'] }) {
  const confirmForget = useConfirmedMutation(mySignIns.forgetBrowser);
  if (rows.length === 0)
    return <EmptyState compact title="没有记住密码的浏览器" hint="登录时勾选“记住密码”的浏览器列在这里。" />;
  return (
    <ul className={styles.list} aria-label="记住密码的浏览器">
      {rows.map((row) => (
        <li key={row.id}>
          <div className={styles.what}>
            <strong title={row.userAgent}>{labelOfBrowser(row.userAgent)}</strong>
            <span>{row.address || '地址未记录'}</span>
          </div>
          <div className={styles.when}>
            <span>
              最近登录 <DateTime value={row.usedAt} />
            </span>
          </div>
          <div className={styles.action}>
            <Button
              type="link"
              danger
              onClick={() =>
                confirmForget(
                  { params: { id: row.id } },
                  {
                    title: '取消记住密码',
                    content: `${labelOfBrowser(row.userAgent)} 下次登录须输入密码。正在使用的会话不受影响。`,
                    okText: '确认取消',
                    successText: '已取消记住密码',
                  },
                )
              }
            >
              取消记住
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Shows the last logins, including failed ones. */
export function OwnLoginEvents({ rows }: { rows: MySignIns['events'] }) {
  if (rows.length === 0) return <EmptyState compact title="暂无登录记录" />;
  return (
    <ul className={styles.list} aria-label="最近登录记录">
      {rows.map((row) => (
        <li key={row.seq}>
          <div className={styles.what}>
            <StatusTag {...labelOfLoginEvent(row.event)} />
            {row.count > 1 && <span>{row.count} 次</span>}
          </div>
          <div className={styles.when}>
            <span>
              {row.address} · {labelOfBrowser(row.userAgent)}
            </span>
          </div>
          <div className={styles.action}>
            <DateTime value={row.at} />
          </div>
        </li>
      ))}
    </ul>
  );
}
