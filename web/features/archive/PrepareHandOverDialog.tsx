import { Form, Input } from 'antd';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { archiveHandOvers } from '#contract/archive-hand-overs.ts';
import { archiveLimits } from '#domain/archive/archive-state.ts';
import { isBlank } from '#domain/texts/characters.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';

/** The current selection: selected rows, or all rows that the query finds. */
export interface SelectedEntries {
  count: number;
  ids?: readonly string[];
  filters?: Readonly<Record<string, string | number>>;
}

/** Compiles a numbered archive transfer: the packages for one receiving archive. */
export function PrepareHandOverDialog(props: {
  selection: SelectedEntries;
  onDone: () => void;
  onClose: () => void;
}) {
  const { selection, onDone, onClose } = props;
  const [receiver, setReceiver] = useState('');
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string>();
  const prepare = useReportedMutation(archiveHandOvers.prepare);
  const navigate = useNavigate();
  const id = useId();

  const submit = async () => {
    const newProblem = isBlank(receiver) ? '请填写接收单位' : undefined;
    setProblem(newProblem);
    if (newProblem !== undefined) return;
    const { ids, filters } = selection;
    const body = { receiver, note, ...(ids ? { ids: [...ids] } : { filters: filters ?? {} }) };
    const answer = await prepare.mutation({ body }, '已编制移交批次');
    if (answer === undefined) return;
    onDone();
    navigate('/business/archive/hand-overs');
  };
  return (
    <EditingModal
      open
      title="编制移交清单"
      width={480}
      okText="编制移交清单"
      confirmLoading={prepare.running}
      onOk={() => void submit()}
      unsaved={() => receiver !== '' || note !== ''}
      onCancel={onClose}
    >
      <p>
        {selection.ids ? `已选 ${selection.count} 件` : `当前查询的 ${selection.count} 件`}
        。其中已归档、完好且未编入其他批次的编入本批次，按档号排列。
      </p>
      <Form layout="vertical">
        <Form.Item
          label="接收单位"
          required
          htmlFor={id}
          validateStatus={problem === undefined ? '' : 'error'}
          help={problem}
        >
          <Input
            id={id}
            aria-required
            maxLength={archiveLimits.nameLength}
            placeholder="如：淳安县档案馆"
            value={receiver}
            onChange={(event) => setReceiver(event.target.value)}
          />
        </Form.Item>
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
