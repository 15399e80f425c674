import { Button } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { handledForms, openForms, rebaseForms } from '#web/toolkit/open-forms/open-forms.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { UnsentGuard } from '#web/toolkit/page/UnsentGuard.tsx';
import { usePrinting } from '#web/toolkit/page/use-printing.ts';
import type { ReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { phoneQuery, useMediaQuery } from '#web/toolkit/styles/use-media-query.ts';
import type { DetailSlots } from '../detail-slots.ts';
import { PrintButtons } from '../prints/PrintButtons.tsx';
import { PrintSheet } from '../prints/PrintSheet.tsx';
import type { PrintPart } from '../prints/print-parts.ts';
import { usePrintWhole } from '../prints/use-print-whole.ts';
import { DiagramPage } from '../stages/DiagramPage.tsx';
import { CopyReadersDialog } from '../trace/CopyReadersDialog.tsx';
import { TraceCard } from '../trace/TraceCard.tsx';
import { isCopy } from '../trace/trace-texts.ts';
import { useTrace } from '../trace/use-trace.ts';
import { CopyCard } from './CopyCard.tsx';
import { DetailTabs, firstTab, formTab } from './DetailTabs.tsx';
import styles from './detail.module.css';
import type { DetailParameters } from './detail-parameters.ts';
import { FieldsToFillCard } from './FieldsToFillCard.tsx';
import { AccessLostNotice, OrderChangedNotice } from './OrderChangedNotice.tsx';
import { OrderHead, Stages } from './OrderHead.tsx';
import { RequesterCard } from './RequesterCard.tsx';
import { ReturnedCard, returnOf } from './ReturnedCard.tsx';
import { SubstituteCard } from './SubstituteCard.tsx';
import { TaskSwitch } from './TaskSwitch.tsx';
import { useOpenTask } from './use-open-task.ts';

/** Shows one order; `fresh` is the newest answer, while the answer that is edited keeps the user's input. */
export function OrderDetail(props: {
  fresh: WorkOrderPage;
  /** True if the order is no longer readable for this person: the screen shows the last readable answer. */
  lost?: boolean;
  slots: DetailSlots;
  parameters: DetailParameters;
  onReload: () => Promise<WorkOrderPage | undefined>;
  /** Called after this person acted here: cached answers of the order are out of date. */
  onActed?: () => void;
  /** Reloads the order, for another open task of this person. */
  onTurnTo: (traceId: string) => Promise<WorkOrderPage | undefined>;
  returnPath: ReturnPath;
  /** True while the whole diagram covers the page, which stays unchanged below it. */
  diagram: boolean;
  onShowDiagram: (shown: boolean) => void;
}) {
  const { fresh, lost = false, slots, parameters, onReload, onActed, onTurnTo, returnPath } = props;
  const onLeave = returnPath.back;
  const { diagram, onShowDiagram } = props;
  const { HandlerBar, StepOffer, PanelOffer, hasHandlerBar, ProcessPicture } = slots;
  const { openTask, open: own, moved, stale, isTyped, replaceTask, switchTo } = useOpenTask(fresh);
  const [handling, setHandling] = useState(() => !parameters.isDone && isAbout(fresh, parameters.traceId));
  const [tab, setTab] = useState<string>();
  const { printing, part, print } = usePrinting<PrintPart>();
  const [acted, setActed] = useState(false);
  const [picked, setPicked] = useState<{ id: string }>();
  const [readersOf, setReadersOf] = useState<string>();
  const [toTaskPresses, setToTaskPresses] = useState(0);

  const acting = openTask.task !== null;
  const editable = acting && handling;
  const returned = returnOf(openTask);
  const open = useMemo(
    () => (acting && !handling ? openForms(openTask.forms, 'read') : own),
    [acting, handling, openTask.forms, own],
  );
  // The answer is merged with the input as soon as it arrives (`useOpenTask`).
  const latestReload = useRef(onReload);
  latestReload.current = onReload;
  const forms = useMemo(
    () =>
      handledForms(
        open,
        (formCode) => setTab(formTab(formCode)),
        async () => rebaseForms(open, (await latestReload.current())?.forms ?? []),
      ),
    [open],
  );
  // Nothing can be sent from a closed task, so leaving it needs no confirmation.
  const typed = useRef(isTyped);
  typed.current = isTyped;
  const unsent = useCallback(() => !lost && typed.current(acted), [lost, acted]);
  const reload = async () => {
    const page = await onReload();
    if (page === undefined) return;
    setActed(false);
    setHandling(true);
    replaceTask(page);
  };
  const work = async (traceId: string) => {
    setHandling(true);
    if (traceId === openTask.task?.traceId) return;
    const page = await onTurnTo(traceId);
    if (page === undefined) return;
    setTab(undefined);
    switchTo(page);
  };
  const trace = useTrace(fresh);
  const whole = useMemo(() => ({ ...fresh, traces: [...trace.traces] }), [fresh, trace.traces]);
  const sheet = usePrintWhole(trace.rest, print);
  const pick = (traceId: string) => setPicked({ id: traceId });
  // On a phone the fields to fill in come before the progress.
  const phone = useMediaQuery(phoneQuery);
  const stages = <Stages page={fresh} onPick={pick} />;
  const marked = parameters.assignId ?? parameters.traceId ?? traceOfNode(fresh, parameters.flowNodeId);

  return (
    <Page
      title="办件详情"
      {...returnPath}
      actions={<PrintButtons page={whole} waits={sheet.waits} onPrint={sheet.print} />}
      footer={
        hasHandlerBar(openTask) &&
        (handling || !acting ? (
          <HandlerBar
            page={openTask}
            forms={forms}
            opinionRequests={toTaskPresses + (parameters.focusOpinion ? 1 : 0)}
            stale={stale || lost}
            onActed={() => {
              setActed(true);
              onActed?.();
            }}
            onReload={() => void reload()}
            onLeave={onLeave}
          />
        ) : (
          <div className={styles.doneBar}>
            您在该办件还有待办环节：{fresh.tasks.map(({ nodeName }) => nodeName).join('、')}
            <Button type="primary" onClick={() => void work(openTask.task?.traceId ?? '')}>
              去办理
            </Button>
          </div>
        ))
      }
    >
      {lost && !acted && <AccessLostNotice onLeave={onLeave} />}
      {moved && !lost && !acted && (
        <OrderChangedNotice
          stale={stale}
          statusLabel={fresh.order.statusLabel}
          onReload={() => void reload()}
        />
      )}
      <OrderHead
        page={fresh}
        task={editable ? openTask.task : null}
        onGoToTask={() => setToTaskPresses((before) => before + 1)}
        onShowDiagram={() => onShowDiagram(true)}
        extra={<slots.MessageButton order={fresh.order} />}
      >
        {!phone && stages}
      </OrderHead>
      <div className={styles.detail}>
        <div className={styles.detailMain}>
          {editable && !acted && fresh.tasks.length > 1 && (
            <TaskSwitch
              tasks={fresh.tasks}
              chosen={openTask.task?.traceId}
              onTurnTo={(traceId) => void work(traceId)}
            />
          )}
          {editable && openTask.task?.standsFor && (
            <SubstituteCard nodeName={openTask.task.nodeName} absentName={openTask.task.standsFor} />
          )}
          {openTask.task?.askedBy && (
            <RequesterCard panel={openTask.task.askedBy} traceId={openTask.task.traceId} />
          )}
          {returned && <ReturnedCard trace={returned} />}
          {editable && openTask.task !== null && (
            <FieldsToFillCard nodeName={openTask.task.nodeName} open={open} />
          )}
          {fresh.copy !== null && (
            <CopyCard copy={fresh.copy} code={fresh.order.code} onNoted={() => void onReload()} />
          )}
          {phone && <Card title="办理进度">{stages}</Card>}
          <Card>
            <DetailTabs
              page={fresh}
              open={open}
              active={tab ?? firstTab(open)}
              PetitionHistory={slots.PetitionHistory}
              onActivate={setTab}
            />
          </Card>
        </div>
        <TraceCard
          code={fresh.order.code}
          traces={trace.traces}
          rest={trace.rest}
          sourceName={fresh.traceSource}
          markedId={marked}
          picked={picked}
          ownId={openTask.task?.traceId}
          panelOfferOf={(panel, seat) => (
            <PanelOffer order={fresh.order} panel={panel} seat={seat} onReload={() => void reload()} />
          )}
          actionOf={(trace) =>
            isCopy(trace) ? (
              <Button type="link" size="small" onClick={() => setReadersOf(trace.id)}>
                阅读情况
              </Button>
            ) : (
              <StepOffer page={openTask} traceId={trace.id} onReload={() => void reload()} />
            )
          }
        />
      </div>
      {diagram && <DiagramPage page={fresh} Picture={ProcessPicture} onClose={() => onShowDiagram(false)} />}
      {readersOf !== undefined && (
        <CopyReadersDialog
          code={fresh.order.code}
          traceId={readersOf}
          onClose={() => setReadersOf(undefined)}
        />
      )}
      <UnsentGuard unsent={unsent} />
      {printing && <PrintSheet page={whole} part={part} isWhole={trace.rest === null} />}
    </Page>
  );
}

/** Checks that the answer is about the task in the address; an answer without a task is read-only. */
function isAbout(page: WorkOrderPage, traceId: string | undefined): boolean {
  return traceId === undefined || page.task === null || page.task.traceId === traceId;
}

function traceOfNode(page: WorkOrderPage, nodeId: string | undefined): string | undefined {
  return nodeId === undefined ? undefined : page.traces.find((trace) => trace.flowNodeId === nodeId)?.id;
}
