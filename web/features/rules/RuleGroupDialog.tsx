import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { ruleLibrary } from '#contract/rule-library.ts';
import { ruleLimits } from '#domain/rules/limits.ts';
import { isBlank, problemOfLine } from '#domain/texts/characters.ts';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useChanged } from '#web/toolkit/dialog/use-changed.ts';
import { useProblems } from '#web/toolkit/dialog/use-problems.ts';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import type { GroupOption } from './rule-groups.ts';

/** Adds a group of rules, or renames the chosen one. */
export function RuleGroupDialog(props: {
  /** The group to rename; undefined for a new one. */
  group?: { id: string; name: string } | undefined;
  groups: readonly GroupOption[];
  onSaved: (id: string) => void;
  onClose: () => void;
}) {
  const { group, groups, onSaved, onClose } = props;
  const [name, setName] = useState(group?.name ?? '');
  const [parent, setParent] = useState('0');
  const changed = useChanged([name, parent]);
  const { problems, showProblems, clearProblem } = useProblems();
  const { mutation, running } = useReportedMutation(ruleLibrary.saveGroup);
  const submit = async () => {
    const problem = isBlank(name) ? '请填写规则组名称' : problemOfLine(name, '规则组名称');
    if (problem) return showProblems({ name: problem });
    const target = group ? { id: group.id, seenName: group.name } : { parent };
    const saved = await mutation({ body: { name: name.trim(), ...target } }, '规则组已保存');
    if (saved) onSaved(saved.id);
  };
  return (
    <EditingModal
      open
      title={group ? '修改规则组' : '新建规则组'}
      width={480}
      okText="保存"
      confirmLoading={running}
      onOk={() => void submit()}
      unsaved={changed}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item
          label="规则组名称"
          required
          htmlFor="group-name"
          validateStatus={problems.name === undefined ? '' : 'error'}
          help={problems.name}
        >
          <Input
            id="group-name"
            aria-required
            maxLength={ruleLimits.nameLength}
            placeholder="如“食品经营”"
            value={name}
            onChange={({ target }) => {
              setName(target.value);
              clearProblem('name');
            }}
          />
        </Form.Item>
        {!group && groups.length > 0 && (
          <Form.Item label="上级规则组" htmlFor="group-parent">
            <Select
              id="group-parent"
              value={parent}
              options={[{ value: '0', label: '无' }, ...groups]}
              onChange={setParent}
            />
          </Form.Item>
        )}
      </Form>
    </EditingModal>
  );
}
