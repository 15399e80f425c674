import { Form } from 'antd';
import { useEffect } from 'react';
import { Attachments } from '#web/toolkit/attachments/Attachments.tsx';
import { useAttachedFiles } from '#web/toolkit/attachments/use-attached-files.ts';

/** Asks for the files of one material, or of another paper, of a record; they stay in the tab until the answer is sent. */
export function PaperFiles(props: {
  /** Unique name of the record and the material. */
  storageName: string;
  name: string;
  hint: string;
  required?: boolean;
  problem: string | undefined;
  disabled: boolean;
  onChange: (fileIds: string[], busy: boolean) => void;
}) {
  const { storageName, name, hint, required = true, problem, disabled, onChange } = props;
  const files = useAttachedFiles(storageName);
  const { list, busy } = files;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports each change of the files once
  useEffect(() => {
    onChange(
      list.map(({ id }) => id),
      busy,
    );
  }, [list, busy]);
  return (
    <Form.Item
      label={name}
      required={required}
      validateStatus={problem ? 'error' : ''}
      help={problem}
      extra={hint}
    >
      <Attachments files={files} disabled={disabled} />
    </Form.Item>
  );
}
