import type { ReactNode } from 'react';
import './feedback.css';

/** Says what would be here and gives the next step; never an apology. */
export function EmptyState(props: {
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  compact?: boolean;
}) {
  return (
    <div className={props.compact ? 'empty-state empty-state-compact' : 'empty-state'}>
      <svg viewBox="0 0 120 84" width="120" height="84" aria-hidden="true" focusable="false">
        <path d="M8 74h104" className="empty-line" />
        <path d="M30 22h44l14 14v38H30z" className="empty-paper" />
        <path d="M74 22v14h14" className="empty-line" />
        <path d="M42 44h34M42 54h34M42 64h20" className="empty-rule" />
        <path d="M22 66V14h44" className="empty-line" />
      </svg>
      <p className="empty-title">{props.title}</p>
      {props.hint !== undefined && <p className="empty-hint">{props.hint}</p>}
      {props.action !== undefined && <div className="empty-action">{props.action}</div>}
    </div>
  );
}
