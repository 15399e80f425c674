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
import { useIsLowWindow } from '#web/toolkit/styles/use-window-size.ts';
import type { DetailSlots } from '../detail-slots.ts';
import { PrintButtons } from '../prints/PrintButtons.tsx';
import { PrintedOrderSheet } from '../prints/PrintedOrderSheet.tsx';
import type { PrintPart } from '../prints/print-parts.ts';
import { usePrintedPictures } from '../prints/printed-pictures.ts';
import { usePrintWhole } from '../prints/use-print-whole.ts';
import { DiagramPage } from '../stages/DiagramPage.tsx';
import { CopyReadersDialog } from '../trace/CopyReadersDialog.tsx';
import { TraceCard } from '../trace/TraceCard.tsx';
import { isCopy } from '../trace/trace-texts.ts';
import { useTrace } from '../trace/use-trace.ts';
import { CopyCard } from './CopyCard.tsx';
import { DetailTabs, firstTab, formTab, materialsTab } from './DetailTabs.tsx';
import styles from './detail.module.css';
import type { DetailParameters } from './detail-parameters.ts';
import { FieldsToFillCard } from './FieldsToFillCard.tsx';
import { MaterialsCard, partsId } from './MaterialsCard.tsx';
import { AccessLostNotice, OrderChangedNotice } from './OrderChangedNotice.tsx';
import { OrderHead, Stages } from './OrderHead.tsx';
import { RequesterCard } from './RequesterCard.tsx';
import { ReturnedCard, returnOf } from './ReturnedCard.tsx';
import { SubstituteCard } from './SubstituteCard.tsx';
import { TaskSwitch } from './TaskSwitch.tsx';
import { useOpenTask } from './use-open-task.ts';

/** Shows one order; `fresh` is the newest answer, while the answer that is edited keeps the user's input. */
export function OrderDetail(props: {
  newestPage: WorkOrderPage;
  /** True if the order is no longer readable for this person: the screen shows the last readable answer. */
  isAccessLost?: boolean;
  slots: DetailSlots;
  parameters: DetailParameters;
  onReload: () => Promise<WorkOrderPage | undefined>;
  /** Called after this person acted here: cached answers of the order are out of date. */
  onActed?: () => void;
  /** Reloads the order, for another open task of this person. */
  onSwitchTask: (traceId: string) => Promise<WorkOrderPage | undefined>;
  returnPath: ReturnPath;
  /** True while the whole diagram covers the page, which stays unchanged below it. */
  diagram: boolean;
  onShowDiagram: (shown: boolean) => void;
}) {
  const { newestPage: latest, slots, parameters, onReload, onActed, onSwitchTask, returnPath } = props;
  const { isAccessLost = false, diagram, onShowDiagram } = props;
  const { HandlerBar, StepOffer, PanelOffer, hasHandlerBar, ProcessDiagram } = slots;
  const {
    openTask,
    openFormList: ownForms,
    hasChanged,
    isTaskClosed,
    hasTypedValues,
    replaceTask,
    switchTo,
  } = useOpenTask(latest);
  const [isHandling, setHandling] = useState(() => !parameters.isDone && isAbout(latest, parameters.traceId));
  const [tab, setTab] = useState<string>();
  const { printing, part, print } = usePrinting<PrintPart>();
  const [hasActed, setHasActed] = useState(false);
  const [pickedRow, setPickedRow] = useState<{ id: string }>();
  const [shownCopyId, setShownCopyId] = useState<string>();
  const [goToTaskCount, setGoToTaskCount] = useState(0);

  const hasTask = openTask.task !== null;
  const isEditable = hasTask && isHandling;
  const returnTrace = returnOf(openTask);
  const open = useMemo(
    () => (hasTask && !isHandling ? openForms(openTask.forms, 'read') : ownForms),
    [hasTask, isHandling, openTask.forms, ownForms],
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
  const hasTypedValuesRef = useRef(hasTypedValues);
  hasTypedValuesRef.current = hasTypedValues;
  const hasUnsent = useCallback(
    () => !isAccessLost && hasTypedValuesRef.current(hasActed),
    [isAccessLost, hasActed],
  );
  const reload = async () => {
    const page = await onReload();
    if (page === undefined) return;
    setHasActed(false);
    setHandling(true);
    replaceTask(page);
  };
  const handleTask = async (traceId: string) => {
    setHandling(true);
    if (traceId === openTask.task?.traceId) return;
    const page = await onSwitchTask(traceId);
    if (page === undefined) return;
    setTab(undefined);
    switchTo(page);
  };
  const trace = useTrace(latest);
  const wholePage = useMemo(() => ({ ...latest, traces: [...trace.traces] }), [latest, trace.traces]);
  usePrintedPictures(latest);
  const printWhole = usePrintWhole(trace.rest, print);
  const pick = (traceId: string) => setPickedRow({ id: traceId });
  // In a low window the open bar would hide what the order says.
  const isLowWindow = useIsLowWindow();
  // On a phone the fields to fill in come before the progress.
  const isPhone = useMediaQuery(phoneQuery);
  const stages = <Stages page={latest} onPick={pick} />;
  const markedId = parameters.assignId ?? parameters.traceId ?? traceOfNode(latest, parameters.flowNodeId);

  return (
    <Page
      title="办件详情"
      {...returnPath}
      actions={<PrintButtons page={wholePage} isLoading={printWhole.isWaiting} onPrint={printWhole.print} />}
      footer={
        hasHandlerBar(openTask) &&
        (isHandling || !hasTask ? (
          <HandlerBar
            page={openTask}
            forms={forms}
            opinionRequests={goToTaskCount + (parameters.focusOpinion && !isLowWindow ? 1 : 0)}
            stale={isTaskClosed || isAccessLost}
            onActed={() => {
              setHasActed(true);
              onActed?.();
            }}
            onReload={() => void reload()}
            onLeave={returnPath.back}
          />
        ) : (
          <div className={styles.doneBar}>
            您在该办件还有待办环节：{latest.tasks.map(({ nodeName }) => nodeName).join('、')}
            <Button type="primary" onClick={() => void handleTask(openTask.task?.traceId ?? '')}>
              去办理
            </Button>
          </div>
        ))
      }
    >
      {isAccessLost && !hasActed && <AccessLostNotice onLeave={returnPath.back} />}
      {hasChanged && !isAccessLost && !hasActed && (
        <OrderChangedNotice
          isClosed={isTaskClosed}
          statusLabel={latest.order.statusLabel}
          onReload={() => void reload()}
        />
      )}
      <OrderHead
        page={latest}
        task={isEditable ? openTask.task : null}
        onGoToTask={() => setGoToTaskCount((before) => before + 1)}
        onShowDiagram={() => onShowDiagram(true)}
        replaySlots={{ ...slots, onPrint: print }}
        extra={<slots.MessageButton order={latest.order} />}
      >
        {!isPhone && stages}
      </OrderHead>
      <div className={styles.detail}>
        <div className={styles.detailMain}>
          {isEditable && !hasActed && latest.tasks.length > 1 && (
            <TaskSwitch
              tasks={latest.tasks}
              currentTraceId={openTask.task?.traceId}
              onSwitchTask={(traceId) => void handleTask(traceId)}
            />
          )}
          {isEditable && openTask.task?.standsFor && (
            <SubstituteCard nodeName={openTask.task.nodeName} absentName={openTask.task.standsFor} />
          )}
          {openTask.task?.askedBy && (
            <RequesterCard panel={openTask.task.askedBy} traceId={openTask.task.traceId} />
          )}
          {returnTrace && <ReturnedCard trace={returnTrace} />}
          {latest.recordCount > 0 && <slots.SideRecords order={latest.order} onDone={() => void reload()} />}
          {isEditable && openTask.task !== null && <FieldsToFillCard page={openTask} openFormList={open} />}
          {isEditable && latest.materials?.checkable && (
            <MaterialsCard summary={latest.materials.summary} onOpen={() => setTab(materialsTab)} />
          )}
          {latest.copy !== null && (
            <CopyCard copy={latest.copy} code={latest.order.code} onNoteSaved={() => void onReload()} />
          )}
          {isPhone && <Card title="办理进度">{stages}</Card>}
          <Card id={partsId}>
            <DetailTabs
              page={latest}
              openFormList={open}
              active={tab ?? firstTab(open)}
              PetitionHistory={slots.PetitionHistory}
              onActivate={setTab}
              onPrint={print}
            />
          </Card>
        </div>
        <TraceCard
          code={latest.order.code}
          traces={trace.traces}
          rest={trace.rest}
          sourceName={latest.traceSource}
          markedId={markedId}
          pickedRow={pickedRow}
          ownId={openTask.task?.traceId}
          panelOfferOf={(panel, seat) => (
            <PanelOffer order={latest.order} panel={panel} seat={seat} onReload={() => void reload()} />
          )}
          actionOf={(trace) =>
            isCopy(trace) ? (
              <Button type="link" size="small" onClick={() => setShownCopyId(trace.id)}>
                阅读情况
              </Button>
            ) : (
              <StepOffer page={openTask} traceId={trace.id} onReload={() => void reload()} />
            )
          }
        />
      </div>
      {diagram && <DiagramPage page={latest} Diagram={ProcessDiagram} onClose={() => onShowDiagram(false)} />}
      {shownCopyId !== undefined && (
        <CopyReadersDialog
          code={latest.order.code}
          traceId={shownCopyId}
          onClose={() => setShownCopyId(undefined)}
        />
      )}
      <UnsentGuard hasUnsavedInput={hasUnsent} />
      {printing && <PrintedOrderSheet page={wholePage} part={part} isWhole={trace.rest === null} />}
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
