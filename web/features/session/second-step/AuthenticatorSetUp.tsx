import type { Enrolment } from '#contract/second-factor.ts';
import styles from './second-step.module.css';

/** Shows the set-up of an authenticator: by its camera, or by typing the secret. */
export function AuthenticatorSetUp({ enrolment }: { enrolment: Enrolment | undefined }) {
  return (
    <div className={styles.setUp}>
      <div className={styles.picture}>
        {enrolment && <img src={enrolment.picture} alt="供身份验证器扫描的二维码" width="152" height="152" />}
      </div>
      <ol className={styles.how}>
        <li>在手机上安装并打开身份验证器，如“腾讯身份验证器”“Microsoft Authenticator”。</li>
        <li>
          扫描二维码；不能扫描时，选择“手动输入密钥”：
          <output className={styles.secret} aria-label="密钥">
            {enrolment?.secret.match(/.{1,4}/g)?.join(' ') ?? ''}
          </output>
        </li>
        <li>输入验证器显示的 6 位动态口令。</li>
      </ol>
    </div>
  );
}
