import { Form, Input } from 'antd';
import { useState } from 'react';
import { isBlank } from '#domain/texts/characters.ts';
import { isProcessKey } from '#domain/workflow/steps/step-plan.ts';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useChanged } from '#web/toolkit/dialog/use-changed.ts';
import { useFaults } from '#web/toolkit/dialog/use-faults.ts';

/** What a new process is called, before its steps are written. */
export function NewProcessDialog(props: {
  taken: readonly string[];
  onMade: (made: { key: string; name: string }) => void;
  onClose: () => void;
}) {
  const { taken, onMade, onClose } = props;
  const [name, setName] = useState('');
  const [key, setKey] = useState('');
  const changed = useChanged([name, key]);
  const { faults, say, mend } = useFaults();
  const submit = () => {
    const found = {
      ...(isBlank(name) && { name: '请填写流程名称' }),
      ...(!isProcessKey(key) && { key: '编号应以小写字母开头，由小写字母、数字和连字符组成' }),
      ...(taken.includes(key) && { key: '已有这个编号的流程' }),
    };
    if (Object.keys(found).length > 0) return say(found);
    onMade({ key, name: name.trim() });
  };
  const field = (id: 'name' | 'key', label: string) => ({
    label,
    required: true,
    htmlFor: `new-process-${id}`,
    validateStatus: faults[id] === undefined ? ('' as const) : ('error' as const),
    help: faults[id],
  });
  return (
    <EditingModal
      open
      title="新建流程"
      width={520}
      okText="填写步骤"
      onOk={submit}
      unsaved={changed}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item {...field('name', '流程名称')}>
          <Input
            id="new-process-name"
            maxLength={60}
            placeholder="如“占道经营许可办理”"
            value={name}
            onChange={({ target }) => {
              setName(target.value);
              mend('name');
            }}
          />
        </Form.Item>
        <Form.Item {...field('key', '流程编号')} extra="系统内的名字，如 street-stall；发布后不变。">
          <Input
            id="new-process-key"
            maxLength={60}
            value={key}
            onChange={({ target }) => {
              setKey(target.value.trim());
              mend('key');
            }}
          />
        </Form.Item>
      </Form>
    </EditingModal>
  );
}
