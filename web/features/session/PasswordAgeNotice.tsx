import { KeyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { CurrentUser } from '#contract/session.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { sessionPrefix } from '#web/api/session-cache.ts';
import { partOrWords } from '#web/toolkit/page/part-or-words.tsx';
import styles from './password-age.module.css';

const ChangePasswordDialog = lazy(() =>
  partOrWords(async () => (await import('./ChangePasswordDialog.tsx')).ChangePasswordDialog),
);

const seenKey = `${sessionPrefix}passwordAgeSeen`;

/** That the password has to be changed in these days; put away, it is quiet for the day. */
export function PasswordAgeNotice({ me }: { me: CurrentUser }) {
  const today = localDateOf(new Date());
  const [away, setAway] = useState(() => sessionStorage.getItem(seenKey) === today);
  const [changing, setChanging] = useState(false);
  if (me.passwordDaysLeft === null || away) return null;
  const putAway = () => {
    sessionStorage.setItem(seenKey, today);
    setAway(true);
  };
  return (
    <>
      <aside className={styles.notice} aria-label="密码即将到期">
        <KeyOutlined aria-hidden="true" />
        <div role="status">
          <strong>密码还有 {me.passwordDaysLeft} 天到期</strong>
          <span>到期后登录时须先修改密码。</span>
        </div>
        <Button size="small" type="primary" onClick={() => setChanging(true)}>
          修改密码
        </Button>
        <Button size="small" onClick={putAway}>
          今天不再提示
        </Button>
      </aside>
      <Suspense>
        {changing && (
          <ChangePasswordDialog
            me={me}
            onClose={() => setChanging(false)}
            onDone={() => setChanging(false)}
          />
        )}
      </Suspense>
    </>
  );
}
