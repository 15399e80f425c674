import type { TaskButton } from '#contract/work-orders.ts';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { BranchDialog } from './BranchDialog.tsx';
import { ForwardDialog } from './ForwardDialog.tsx';
import { dialogOfAction } from './handler-buttons.ts';
import { NextNodeDialog } from './NextNodeDialog.tsx';
import { ReturnDialog } from './ReturnDialog.tsx';
import { StopDialog } from './StopDialog.tsx';
import type { ActionChoice } from './use-handling-flow.ts';

/** The dialog that the pressed button asks for; one purpose each. */
export function ActionDialog(props: {
  button: TaskButton;
  orderId: string;
  orderCode: string;
  flowNodeId: string;
  traceId: string;
  opinion: string;
  forms: HandledForms;
  submitting: boolean;
  onSubmit: (choice?: ActionChoice) => void;
  onClose: () => void;
}) {
  const { button, orderId, orderCode, flowNodeId, traceId, opinion, forms, ...rest } = props;
  const common = { action: button.name, traceId, ...rest };
  switch (dialogOfAction(button.action)) {
    case 'next':
      return (
        <NextNodeDialog
          {...common}
          buttonId={button.id}
          forms={forms}
          opinion={opinion}
          onSubmit={() => rest.onSubmit()}
        />
      );
    case 'return':
      return <ReturnDialog {...common} orderId={orderId} flowNodeId={flowNodeId} />;
    case 'forward':
      return <ForwardDialog {...common} buttonId={button.id} forms={forms} />;
    case 'branch':
      return <BranchDialog {...common} />;
    case 'stop':
      return (
        <StopDialog
          action={button.name}
          ends={button.ends}
          orderCode={orderCode}
          {...rest}
          onSubmit={() => rest.onSubmit()}
        />
      );
    case 'none':
      return null;
  }
}
