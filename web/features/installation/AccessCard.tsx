import { Link } from 'react-router';
import type { InstallationState } from '#contract/installation.ts';
import { Permission } from '#domain/access/actor.ts';
import { useMe } from '#web/api/use-me.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { Facts } from './Facts.tsx';
import styles from './installation.module.css';

/**
 * Returns the address of all audit records about a person or a role: an empty start date removes the default
 * of the last week.
 */
const addressOfAuditLog = (objectId: string) =>
  `/business/audit?${new URLSearchParams({ objectId, startDate: '' })}`;

/**
 * Shows the safeguards of administration: separation of the three administrator roles, people who have
 * several of their duties, the second factor after the unified login.
 */
export function AccessCard({ access }: { access: InstallationState['access'] }) {
  const { separatesDuties, joined, factorAfterSignOn } = access;
  const mayReadAuditLog = useMe()?.permissions.includes(Permission.readAudit) ?? false;
  return (
    <Card title="管理权限">
      <Facts
        facts={[
          [
            '三员分立',
            <StatusTag
              key="apart"
              tone={separatesDuties ? 'success' : 'warning'}
              label={separatesDuties ? '已启用' : '已关闭'}
            />,
          ],
          [
            '统一身份认证后二次验证',
            factorAfterSignOn === null ? '没有接入统一身份认证' : factorAfterSignOn ? '要求' : '不要求',
          ],
          ['兼任', joined.length === 0 ? '没有' : `${joined.length} 项`],
        ]}
      />
      {joined.length > 0 && (
        <ul className={styles.joined}>
          {joined.map(({ kind, code, name, duties, objectId }) => (
            <li key={`${kind} ${code}`}>
              {kind === 'role' ? `角色“${name}”` : name}（{code}）：{duties}
              {mayReadAuditLog && (
                <Link
                  className={styles.auditLink}
                  to={addressOfAuditLog(objectId)}
                  aria-label={`${name}的审计记录`}
                >
                  审计记录
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {!separatesDuties && (
        <p className={styles.how}>
          三员分立由以下设置关闭，单位人员齐备后请去掉：<code>PORTAL_SEPARATE_DUTIES=false</code>
        </p>
      )}
      {joined.length > 0 && (
        <p className={styles.how}>请由安全管理员在“人员角色”中分别授予不同的人员，每次授予都记入审计。</p>
      )}
      {factorAfterSignOn === false && (
        <p className={styles.how}>
          管理人员经统一身份认证进入时不用动态口令，请由安全管理员在“登录策略”中打开。
        </p>
      )}
    </Card>
  );
}
