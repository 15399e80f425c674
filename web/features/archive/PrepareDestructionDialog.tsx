import { Form } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ArchiveEntry } from '#contract/archive.ts';
import { archiveDestructions } from '#contract/archive-destructions.ts';
import { archiveLimits } from '#domain/archive/archive-state.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import { namesOf } from './archive-texts.ts';

/** Compiles a destruction list: numbered entries whose destruction another person approves. */
export function PrepareDestructionDialog(props: {
  entries: readonly ArchiveEntry[];
  onDone: () => void;
  onClose: () => void;
}) {
  const { entries, onDone, onClose } = props;
  const [note, setNote] = useState('');
  const prepare = useReportedMutation(archiveDestructions.prepare);
  const navigate = useNavigate();
  const submit = async () => {
    const body = { note: note.trim(), ids: entries.map(({ id }) => id) };
    if ((await prepare.mutation({ body }, '已编制销毁清册')) === undefined) return;
    onDone();
    navigate('/business/archive/destructions');
  };
  return (
    <EditingModal
      open
      title="编制销毁清册"
      width={480}
      okText="编制清册"
      confirmLoading={prepare.running}
      onOk={() => void submit()}
      unsaved={() => note !== ''}
      onCancel={onClose}
    >
      <p>{namesOf(entries)}</p>
      <p>编入一份清册，由未参与鉴定和编制的另一名档案管理员审批。</p>
      <Form layout="vertical">
        <CountedText
          label="备注"
          rows={2}
          max={archiveLimits.purposeLength}
          value={note}
          onChange={setNote}
          problem={undefined}
        />
      </Form>
    </EditingModal>
  );
}
