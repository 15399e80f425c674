import { Form } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { archiveDestructions } from '#contract/archive-destructions.ts';
import { archiveLimits } from '#domain/archive/archive-state.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import type { Gathered } from './PrepareHandOverDialog.tsx';
import { useArchiveDeed } from './use-archive-deed.ts';

/** Lists what is to be destroyed under a number of its own, for somebody else to approve. */
export function PrepareDestructionDialog(props: {
  gathered: Pick<Gathered, 'count' | 'ids'>;
  onClose: () => void;
}) {
  const { gathered, onClose } = props;
  const [note, setNote] = useState('');
  const prepare = useArchiveDeed(archiveDestructions.prepare);
  const navigate = useNavigate();
  const submit = async () => {
    const body = { note: note.trim(), ...(gathered.ids && { ids: [...gathered.ids] }) };
    if ((await prepare.deed({ body }, '已编制销毁清册')) === undefined) return;
    onClose();
    navigate('/business/archive/destructions');
  };
  return (
    <AppModal
      open
      title="编制销毁清册"
      width={480}
      okText="编制清册"
      confirmLoading={prepare.running}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>
        {gathered.ids ? `已选 ${gathered.count} 件` : `拟销毁的 ${gathered.count} 件`}
        编入一份清册，由未参与鉴定和编制的另一名档案管理员审批。
      </p>
      <Form layout="vertical">
        <CountedText
          label="备注"
          rows={2}
          max={archiveLimits.purposeLength}
          value={note}
          onChange={setNote}
          fault={undefined}
        />
      </Form>
    </AppModal>
  );
}
