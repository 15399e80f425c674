import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../confirm/ConfirmDialog.tsx';

/**
 * Moves a row by one place, or removes it; the last row cannot be removed if one is required. The user must
 * confirm the removal of a row with content: the button is next to the arrows, and a removed row cannot be
 * restored.
 */
export function RowMoveButtons(props: {
  /** Name of the row, for the accessible name of each button. */
  name: string;
  index: number;
  count: number;
  className?: string | undefined;
  mayBeEmpty?: boolean;
  /** Content that is lost with the row; undefined for a row without content. */
  loss?: ReactNode;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const { name, index, count, mayBeEmpty = false, loss } = props;
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <span className={props.className}>
      <Button
        type="text"
        size="small"
        icon={<ArrowUpOutlined aria-hidden />}
        aria-label={`上移 ${name}`}
        disabled={index === 0}
        onClick={() => props.onMove(index - 1)}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowDownOutlined aria-hidden />}
        aria-label={`下移 ${name}`}
        disabled={index === count - 1}
        onClick={() => props.onMove(index + 1)}
      />
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={`删除 ${name}`}
        disabled={count === 1 && !mayBeEmpty}
        onClick={() => (loss === undefined ? props.onRemove() : setIsConfirming(true))}
      />
      {isConfirming && (
        <ConfirmDialog
          action="删除"
          code={name}
          dangerous
          submitting={false}
          onConfirm={() => {
            setIsConfirming(false);
            props.onRemove();
          }}
          onCancel={() => setIsConfirming(false)}
        >
          <p>{loss}</p>
        </ConfirmDialog>
      )}
    </span>
  );
}
