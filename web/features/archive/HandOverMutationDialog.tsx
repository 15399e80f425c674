import { Form, Input } from 'antd';
import { useId, useState } from 'react';
import { type ArchiveHandOver, archiveHandOvers } from '#contract/archive-hand-overs.ts';
import { archiveLimits } from '#domain/archive/archive-state.ts';
import { problemOfHandOverDay } from '#domain/archive/hand-over-day.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { isBlank } from '#domain/texts/characters.ts';
import { DayInput } from '#web/toolkit/days/DayInput.tsx';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useChanged } from '#web/toolkit/dialog/use-changed.ts';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';

export interface HandOverMutation {
  kind: 'confirm' | 'cancel';
  row: ArchiveHandOver;
}

/** Asks for confirmation of 登记移交, after which the archive transfer cannot be changed, or of 取消批次. */
export function HandOverMutationDialog({
  mutation,
  onClose,
}: {
  mutation: HandOverMutation;
  onClose: () => void;
}) {
  return mutation.kind === 'confirm' ? (
    <Confirm row={mutation.row} onClose={onClose} />
  ) : (
    <Cancel row={mutation.row} onClose={onClose} />
  );
}

function Confirm({ row, onClose }: { row: ArchiveHandOver; onClose: () => void }) {
  const today = localDateOf(new Date());
  const [handedOn, setHandedOn] = useState<string>(today);
  const dayProblem = problemOfHandOverDay(handedOn, new Date(row.madeAt), new Date());
  const [receivedBy, setReceivedBy] = useState('');
  const hasChanges = useChanged([handedOn, receivedBy]);
  const [problem, setProblem] = useState<string>();
  const confirm = useReportedMutation(archiveHandOvers.confirm);
  const [dayId, nameId] = [useId(), useId()];
  const submit = async () => {
    const newProblem = isBlank(receivedBy) ? '请填写接收人' : undefined;
    setProblem(newProblem);
    if (newProblem !== undefined || dayProblem !== undefined) return;
    const answer = await confirm.mutation(
      { params: { id: row.id }, body: { handedOn, receivedBy } },
      '已登记移交',
    );
    if (answer) onClose();
  };
  return (
    <EditingModal
      open
      title={`登记移交 ${row.number}`}
      width={460}
      okText="确认移交"
      confirmLoading={confirm.running}
      onOk={() => void submit()}
      unsaved={hasChanges}
      onCancel={onClose}
    >
      <p>{`${row.packages} 件档案移交${row.receiver}。登记后该批次不能再改。`}</p>
      <Form layout="vertical">
        <Form.Item
          label="移交日期"
          required
          htmlFor={dayId}
          validateStatus={dayProblem && 'error'}
          help={dayProblem}
        >
          <DayInput
            id={dayId}
            aria-required
            allowClear={false}
            isInvalid={dayProblem !== undefined}
            value={handedOn}
            onChange={setHandedOn}
          />
        </Form.Item>
        <Form.Item
          label="接收人"
          required
          htmlFor={nameId}
          validateStatus={problem === undefined ? '' : 'error'}
          help={problem}
        >
          <Input
            id={nameId}
            aria-required
            maxLength={archiveLimits.nameLength}
            value={receivedBy}
            onChange={(event) => setReceivedBy(event.target.value)}
          />
        </Form.Item>
      </Form>
    </EditingModal>
  );
}

function Cancel({ row, onClose }: { row: ArchiveHandOver; onClose: () => void }) {
  const cancel = useReportedMutation(archiveHandOvers.cancel);
  const submit = async () => {
    if (await cancel.mutation({ params: { id: row.id } }, `已取消批次${row.number}`)) onClose();
  };
  return (
    <AppModal
      open
      title={`取消批次 ${row.number}`}
      width={460}
      okText="确认取消批次"
      okButtonProps={{ danger: true }}
      cancelText="返回"
      confirmLoading={cancel.running}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>{`其中 ${row.packages} 件档案可以编入其他批次，档案本身不变。`}</p>
    </AppModal>
  );
}
