import { Radio } from 'antd';
import { useState } from 'react';
import type { MessageChoices } from '#contract/order-messages.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import styles from './message-dialog.module.css';

type Preset = MessageChoices['contents'][number];

/** Asks for a message preset; its placeholders are already filled in (S1 §2, message content picker). */
export function MessagePresetPicker(props: {
  presets: readonly Preset[];
  onPick: (content: Preset) => void;
  onClose: () => void;
}) {
  const { presets, onPick, onClose } = props;
  const [id, setId] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    const selected = presets.find((content) => content.id === id);
    setMissing(selected === undefined);
    if (selected) onPick(selected);
  };
  return (
    <AppModal
      open
      title="选择消息内容"
      width={600}
      okText="确定"
      onOk={submit}
      onCancel={onClose}
      okButtonProps={{ disabled: presets.length === 0 }}
    >
      {presets.length === 0 && (
        <EmptyState
          compact
          title="还没有可选的消息内容"
          hint="请直接输入，或联系配置管理员在“消息模板”中添加。"
        />
      )}
      <Radio.Group
        className={styles.contents}
        value={id}
        aria-label="消息内容"
        onChange={(event) => {
          setId(event.target.value);
          setMissing(false);
        }}
      >
        {presets.map(({ id: value, name, content }) => (
          <Radio key={value} value={value} className={styles.content}>
            <strong>{name}</strong>
            <span>{content}</span>
          </Radio>
        ))}
      </Radio.Group>
      {isMissing && (
        <p role="alert" className={styles.fault}>
          请选择一个消息内容
        </p>
      )}
    </AppModal>
  );
}
