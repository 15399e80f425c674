import { Checkbox } from 'antd';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import styles from './configuration-bundle.module.css';
import type { BundlePreview } from './use-bundle.ts';

/** Shows the origin that the bundle states, and asks the user to confirm the fingerprint of its key. */
export function BundleSource(props: {
  source: BundlePreview['source'];
  isTrusted: boolean;
  onTrust: (trusted: boolean) => void;
}) {
  const { source, isTrusted, onTrust } = props;
  const { office, signer, at, version, isOwn, isKnown } = source;
  return (
    <section aria-label="来源" className={styles.source}>
      <dl>
        <dt>来自</dt>
        <dd>{office || '未命名的单位'}</dd>
        <dt>导出时间</dt>
        <dd>
          <DateTime value={at} />
        </dd>
        <dt>产品版本</dt>
        <dd>{version}</dd>
        <dt>签名指纹</dt>
        <dd>
          <code>{signer}</code>
          {isOwn && '（本系统导出）'}
          {!isOwn && isKnown && '（以前核对过）'}
        </dd>
      </dl>
      {!isOwn && !isKnown && (
        <div className={styles.warning}>
          <p>
            第一次导入这个来源的配置包。签名只能证明文件导出后未经修改，不能证明由谁导出。请通过电话与导出单位核对其“办公配置包”页面上的签名指纹。
          </p>
          <Checkbox checked={isTrusted} onChange={({ target }) => onTrust(target.checked)}>
            已与对方核对，指纹一致
          </Checkbox>
        </div>
      )}
    </section>
  );
}
