import { EditOutlined, FolderAddOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { AuditMethod, auditMethodLabel } from '#domain/enumerations/audit-method.ts';
import { codeOptions } from '#domain/enumerations/code-list.ts';
import { RuleType, ruleTypeLabel } from '#domain/enumerations/rule-type.ts';
import { ValidationKind, validationKindLabel } from '#domain/enumerations/validation-kind.ts';
import { ruleLimits } from '#domain/rules/limits.ts';
import { type ConfiguredRule, standardTip } from '#domain/rules/model.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { RuleGroupDialog } from './RuleGroupDialog.tsx';
import { useRuleGroups } from './rule-groups.ts';
import styles from './rules.module.css';

const kinds = codeOptions(ValidationKind, validationKindLabel);

/** Edits the head of a rule: its name, type, kind, group and tip. */
export function RuleHead(props: { rule: ConfiguredRule; onChange: (rule: ConfiguredRule) => void }) {
  const { rule, onChange } = props;
  const { name, type, kind, auditMethod, groupId, tipContext } = rule.ruleBase;
  const groups = useRuleGroups();
  const [groupDialog, setGroupDialog] = useState<'new' | 'rename'>();
  const set = (change: Partial<ConfiguredRule['ruleBase']>) =>
    onChange({ ...rule, ruleBase: { ...rule.ruleBase, ...change } });
  const group = groups.find(({ value }) => value === groupId);
  return (
    <Card title="基本信息">
      <div className={styles.fields}>
        <label htmlFor="ruleBase.name" data-required>
          规则名称
        </label>
        <Input
          id="ruleBase.name"
          aria-required
          maxLength={ruleLimits.nameLength}
          value={name}
          onChange={({ target }) => set({ name: target.value })}
        />
        <label htmlFor="ruleBase.type">类型</label>
        <Select
          id="ruleBase.type"
          value={type}
          options={codeOptions(RuleType, ruleTypeLabel)}
          onChange={(next) => set({ type: next })}
        />
        <label htmlFor="ruleBase.kind">校验方式</label>
        <Select id="ruleBase.kind" value={kind} options={kinds} onChange={(next) => set({ kind: next })} />
        <label htmlFor="ruleBase.auditMethod">审核方式</label>
        <Select
          id="ruleBase.auditMethod"
          value={auditMethod}
          options={codeOptions(AuditMethod, auditMethodLabel)}
          onChange={(next) => set({ auditMethod: next })}
        />
        <label htmlFor="ruleBase.groupId">规则组</label>
        <div className={styles.row}>
          <Select
            id="ruleBase.groupId"
            className={styles.grow ?? ''}
            value={groupId}
            showSearch={{ optionFilterProp: 'label' }}
            options={[{ value: '', label: '未分组' }, ...groups]}
            onChange={(next) => set({ groupId: next })}
          />
          <Button
            icon={<FolderAddOutlined aria-hidden />}
            aria-label="新建规则组"
            title="新建规则组"
            onClick={() => setGroupDialog('new')}
          />
          {group && (
            <Button
              icon={<EditOutlined aria-hidden />}
              aria-label={`修改规则组 ${group.name}`}
              title="修改规则组"
              onClick={() => setGroupDialog('rename')}
            />
          )}
        </div>
        {kind !== ValidationKind.element && (
          <>
            <label className={styles.first} htmlFor="ruleBase.tipContext">
              不满足时提示
            </label>
            <div className={styles.wide}>
              <Input
                id="ruleBase.tipContext"
                aria-describedby="tip-help"
                maxLength={ruleLimits.tipLength}
                value={tipContext}
                onChange={({ target }) => set({ tipContext: target.value })}
              />
              <small id="tip-help" className={styles.quiet}>
                不填时显示“{standardTip}”。
              </small>
            </div>
          </>
        )}
      </div>
      {groupDialog && (
        <RuleGroupDialog
          groups={groups}
          group={groupDialog === 'rename' && group ? { id: group.value, name: group.name } : undefined}
          onSaved={(id) => {
            set({ groupId: id });
            setGroupDialog(undefined);
          }}
          onClose={() => setGroupDialog(undefined)}
        />
      )}
    </Card>
  );
}
