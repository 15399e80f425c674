import type { ComponentType } from 'react';
import type { PanelView, SeatRow } from '#contract/panels.ts';
import type { SideRecordRow } from '#contract/side-records.ts';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import type { DiagramProps } from '#web/toolkit/diagram/ProcessDiagram.tsx';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';

/** Parts of the detail page that other capabilities provide; the app composes them. */
export interface DetailSlots {
  /** The bar with this person's actions; `hasHandlerBar` checks whether there are any. */
  HandlerBar: ComponentType<{
    page: WorkOrderPage;
    forms: HandledForms;
    /** Number of requests to focus the opinion; each further one focuses it again. */
    opinionRequests: number;
    stale: boolean;
    onActed: () => void;
    onReload: () => void;
    onLeave: () => void;
  }>;
  hasHandlerBar: (page: WorkOrderPage) => boolean;
  /** Actions that undo a step, shown at the step itself (撤回, 取消会签); nothing at other steps. */
  StepOffer: ComponentType<{
    page: WorkOrderPage;
    traceId: string;
    onReload: () => void;
  }>;
  /** Actions on the people who were asked at a step (增加会签人, 减签), shown at these people. */
  PanelOffer: ComponentType<{
    order: WorkOrderPage['order'];
    panel: PanelView;
    seat?: SeatRow | undefined;
    onReload: () => void;
  }>;
  /** Button for the messages of the order, at the end of its title line. */
  MessageButton: ComponentType<{ order: WorkOrderPage['order'] }>;
  /** The side records of the order (补正, 延期 …), with their commands; called when there are any. */
  SideRecords: ComponentType<{ order: WorkOrderPage['order']; onDone: () => void }>;
  /** The side records as they stood at an earlier time. */
  EarlierRecords: ComponentType<{ order: WorkOrderPage['order']; records: readonly SideRecordRow[] }>;
  /** The diagram of the process, with data of its nodes. */
  ProcessDiagram: ComponentType<{ definitionId: string } & DiagramProps>;
  /** 历史信访 of the order's applicant. */
  PetitionHistory: ComponentType<{
    petitioner: () => { kind: 'order'; code: string; applicantTerm: string };
  }>;
}
