import { Form, Input } from 'antd';
import { useState } from 'react';
import { isBlank } from '#domain/texts/characters.ts';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useChanged } from '#web/toolkit/dialog/use-changed.ts';
import { useFaults } from '#web/toolkit/dialog/use-faults.ts';

const codePattern = /^[a-z][a-z0-9-]{0,59}$/;

/** What a new form is called, before its fields are written. */
export function NewFormDialog(props: {
  taken: readonly string[];
  onMade: (made: { code: string; title: string }) => void;
  onClose: () => void;
}) {
  const { taken, onMade, onClose } = props;
  const [title, setTitle] = useState('');
  const [code, setCode] = useState('');
  const changed = useChanged([title, code]);
  const { faults, say, mend } = useFaults();
  const submit = () => {
    const found = {
      ...(isBlank(title) && { title: '请填写表单名称' }),
      ...(!codePattern.test(code) && { code: '编码应以小写字母开头，由小写字母、数字和连字符组成' }),
      ...(taken.includes(code) && { code: '已有这个编码的表单' }),
    };
    if (Object.keys(found).length > 0) return say(found);
    onMade({ code, title: title.trim() });
  };
  const field = (id: 'title' | 'code', label: string) => ({
    label,
    required: true,
    htmlFor: `new-form-${id}`,
    validateStatus: faults[id] === undefined ? ('' as const) : ('error' as const),
    help: faults[id],
  });
  return (
    <EditingModal
      open
      title="新建表单"
      width={520}
      okText="添加字段"
      onOk={submit}
      unsaved={changed}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item {...field('title', '表单名称')}>
          <Input
            id="new-form-title"
            maxLength={60}
            placeholder="如“占道经营申请表”"
            value={title}
            onChange={({ target }) => {
              setTitle(target.value);
              mend('title');
            }}
          />
        </Form.Item>
        <Form.Item {...field('code', '表单编码')} extra="系统内的名字，如 street-stall；发布后不变。">
          <Input
            id="new-form-code"
            maxLength={60}
            value={code}
            onChange={({ target }) => {
              setCode(target.value.trim());
              mend('code');
            }}
          />
        </Form.Item>
      </Form>
    </EditingModal>
  );
}
