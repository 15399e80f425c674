import { CloseOutlined, TeamOutlined } from '@ant-design/icons';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { copies } from '#contract/copies.ts';
import type { OrderOffer, WorkOrderPage } from '#contract/work-orders.ts';
import { useAction } from '#web/api/use-action.ts';
import { ConfirmDialog } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { useChanged } from '#web/toolkit/dialog/use-changed.ts';
import { useProblems } from '#web/toolkit/dialog/use-problems.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { HandlerPicker } from '#web/toolkit/pickers/HandlerPicker.tsx';
import { HandlerKind } from '#web/toolkit/pickers/handler-sources.ts';
import { useHandlerSources } from '#web/toolkit/pickers/organisation-sources.ts';
import styles from './handling.module.css';
import type { NamedHandler } from './NodeHandlersField.tsx';
import pills from './requested-seats.module.css';
import { TaskChoice } from './TaskChoice.tsx';
import { useReason } from './use-reason.ts';

const kinds = [
  HandlerKind.staff,
  HandlerKind.position,
  HandlerKind.role,
  HandlerKind.department,
  HandlerKind.organisation,
];
const chooseText = '选择人员、岗位、角色、部门';
/** Number of recipients listed by name; the rest are counted. */
const maxListed = 30;

/**
 * Asks for the recipients of a copy (抄送) and a note for them; shows the server's validation problems at the
 * fields.
 */
export function CopyDialog(props: {
  offer: OrderOffer;
  order: Pick<WorkOrderPage['order'], 'code' | 'title'>;
  onDone: () => void;
  onClose: () => void;
}) {
  const { offer, order, onDone, onClose } = props;
  const [traceId, setTraceId] = useState(offer.about[0]?.traceId ?? '');
  const sources = useHandlerSources();
  const [receivers, setReceivers] = useState<readonly NamedHandler[]>([]);
  const [isPicking, setPicking] = useState(false);
  const { problems, showProblems, clearProblem, applyServerProblems } = useProblems();
  const reason = useReason({ problems, clearProblem });
  const { run, running } = useAction(copies.copy);
  const hasChanges = useChanged([receivers, reason.value]);
  const feedback = useFeedback();

  const submit = async () => {
    if (receivers.length === 0) return showProblems({ receivers: '请配置抄送人' });
    if (reason.isTooLong) return;
    const outcome = await run({
      body: { traceId, receivers: receivers.map(({ key }) => key), reason: reason.value },
    });
    if (outcome.kind === 'ignored') return;
    if (outcome.kind === 'done') {
      feedback.success(outcome.data.message);
      return onDone();
    }
    applyServerProblems(outcome.failure, ({ field, message }) => ({ [field]: message }));
  };
  const receiversProblem = problems.receivers;
  const subject = offer.about.find((entry) => entry.traceId === traceId) ?? offer.about[0];

  return (
    <ConfirmDialog
      action={offer.name}
      code={order.code}
      subject={order.title}
      hasTextField
      submitting={running}
      onConfirm={() => void submit()}
      unsaved={hasChanges}
      onCancel={onClose}
    >
      <TaskChoice offer={offer} traceId={traceId} onChange={setTraceId} />
      <p>{subject?.question}</p>
      <Form layout="vertical" component={false} className={styles.offerForm}>
        <Form.Item
          label="抄送对象"
          required
          htmlFor="copy-receivers"
          validateStatus={receiversProblem && 'error'}
          help={receiversProblem}
        >
          <Button
            id="copy-receivers"
            icon={<TeamOutlined aria-hidden />}
            aria-label={
              receivers.length === 0
                ? `抄送对象：${chooseText}`
                : `抄送对象：已选 ${receivers.length} 个，更改`
            }
            onClick={() => setPicking(true)}
          >
            {receivers.length === 0 ? chooseText : '更改'}
          </Button>
          {receivers.length > 0 && (
            <ul className={styles.receivers} aria-label="已选抄送对象">
              {receivers.slice(0, maxListed).map(({ key, name }) => (
                <li key={key}>
                  <span className={pills.pill}>
                    {name}
                    <button
                      type="button"
                      aria-label={`去掉${name}`}
                      onClick={() => {
                        setReceivers(receivers.filter((other) => other.key !== key));
                        clearProblem('receivers');
                      }}
                    >
                      <CloseOutlined aria-hidden />
                    </button>
                  </span>
                </li>
              ))}
              {receivers.length > maxListed && <li>等 {receivers.length} 个</li>}
            </ul>
          )}
        </Form.Item>
        <CountedText label="抄送说明" rows={2} placeholder="选填，接收人会看到" {...reason.field} />
      </Form>
      <HandlerPicker
        open={isPicking}
        title="选择抄送对象"
        kinds={kinds}
        sources={sources}
        notSelf
        hidesWorkload
        value={receivers}
        onConfirm={(handlers) => {
          setPicking(false);
          setReceivers(handlers.map(({ key, name }) => ({ key, name })));
          clearProblem('receivers');
        }}
        onCancel={() => setPicking(false)}
      />
    </ConfirmDialog>
  );
}
