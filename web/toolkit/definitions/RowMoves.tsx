import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { ConfirmDialog } from '../confirm/ConfirmDialog.tsx';

/**
 * Moves one of some rows by a place, or takes it out; the last one stays where there must be one. What would be gone with a
 * row that says something is asked about: the button stands beside the arrows, and nothing brings the row back.
 */
export function RowMoves(props: {
  /** Of the row, to be heard with each button. */
  name: string;
  at: number;
  count: number;
  className?: string | undefined;
  mayBeEmpty?: boolean;
  /** What goes with the row; undefined for one that says nothing yet. */
  loss?: string | undefined;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const { name, at, count, mayBeEmpty = false, loss } = props;
  const [asks, setAsks] = useState(false);
  return (
    <span className={props.className}>
      <Button
        type="text"
        size="small"
        icon={<ArrowUpOutlined aria-hidden />}
        aria-label={`上移 ${name}`}
        disabled={at === 0}
        onClick={() => props.onMove(at - 1)}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowDownOutlined aria-hidden />}
        aria-label={`下移 ${name}`}
        disabled={at === count - 1}
        onClick={() => props.onMove(at + 1)}
      />
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={`删除 ${name}`}
        disabled={count === 1 && !mayBeEmpty}
        onClick={() => (loss === undefined ? props.onRemove() : setAsks(true))}
      />
      {asks && (
        <ConfirmDialog
          action="删除"
          code={name}
          dangerous
          submitting={false}
          onConfirm={() => {
            setAsks(false);
            props.onRemove();
          }}
          onCancel={() => setAsks(false)}
        >
          <p>{loss}</p>
        </ConfirmDialog>
      )}
    </span>
  );
}
