import { ruleInterfaceLimitMs } from '#domain/rules/limits.ts';
import { type ConfiguredRule, ParamSource } from '#domain/rules/model.ts';
import { InterfaceRemark, InterfaceRequestFields } from '#web/toolkit/definitions/InterfaceRequestFields.tsx';
import interfaceStyles from '#web/toolkit/definitions/interface-fields.module.css';
import { Card } from '#web/toolkit/page/Card.tsx';
import styles from './rules.module.css';

/** Edits the interface of another system whose answer a rule compares (S2 §3). */
export function RuleInterface(props: { rule: ConfiguredRule; onChange: (rule: ConfiguredRule) => void }) {
  const { rule, onChange } = props;
  const value = rule.interface ?? { targetUrl: '', method: 'GET' as const };
  const set = (next: typeof value) => onChange({ ...rule, interface: next });
  const fields = rule.ruleParams
    .filter(({ source }) => source !== ParamSource.answer)
    .map(({ dataKey, name }) => ({ value: `field ${dataKey}`, label: `参数“${name.trim() || dataKey}”` }));
  return (
    <Card title="接口">
      <p className={styles.quiet}>
        办理时由服务器调用，{ruleInterfaceLimitMs / 1000}{' '}
        秒内没有应答或应答不符即按不满足处理。要比较的内容在“参数”中选“接口的应答”。
      </p>
      <div className={interfaceStyles.interfaceGrid}>
        <InterfaceRequestFields value={value} onChange={set} fields={fields} />
        <InterfaceRemark value={value} onChange={set} />
      </div>
    </Card>
  );
}
