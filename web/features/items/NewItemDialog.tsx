import { Form, Input } from 'antd';
import { useState } from 'react';
import { isBlank } from '#domain/texts/characters.ts';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useChanged } from '#web/toolkit/dialog/use-changed.ts';
import { useFaults } from '#web/toolkit/dialog/use-faults.ts';

const codePattern = /^[a-z][a-z0-9-]{1,59}$/;

/** What a new item is called, before it is described. */
export function NewItemDialog(props: {
  taken: readonly string[];
  onMade: (made: { taskCode: string; name: string }) => void;
  onClose: () => void;
}) {
  const { taken, onMade, onClose } = props;
  const [name, setName] = useState('');
  const [taskCode, setTaskCode] = useState('');
  const changed = useChanged([name, taskCode]);
  const { faults, say, mend } = useFaults();
  const submit = () => {
    const found = {
      ...(isBlank(name) && { name: '请填写事项名称' }),
      ...(!codePattern.test(taskCode) && { taskCode: '编码应以小写字母开头，由小写字母、数字和连字符组成' }),
      ...(taken.includes(taskCode) && { taskCode: '已有这个编码的事项' }),
    };
    if (Object.keys(found).length > 0) return say(found);
    onMade({ taskCode, name: name.trim() });
  };
  const field = (id: 'name' | 'taskCode', label: string) => ({
    label,
    required: true,
    htmlFor: `new-item-${id}`,
    validateStatus: faults[id] === undefined ? ('' as const) : ('error' as const),
    help: faults[id],
  });
  return (
    <EditingModal
      open
      title="新建事项"
      width={520}
      okText="填写事项"
      onOk={submit}
      unsaved={changed}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item {...field('name', '事项名称')}>
          <Input
            id="new-item-name"
            maxLength={60}
            placeholder="如“占道经营许可”"
            value={name}
            onChange={({ target }) => {
              setName(target.value);
              mend('name');
            }}
          />
        </Form.Item>
        <Form.Item {...field('taskCode', '事项编码')} extra="系统内的名字，如 street-stall；发布后不变。">
          <Input
            id="new-item-taskCode"
            maxLength={60}
            value={taskCode}
            onChange={({ target }) => {
              setTaskCode(target.value.trim());
              mend('taskCode');
            }}
          />
        </Form.Item>
      </Form>
    </EditingModal>
  );
}
