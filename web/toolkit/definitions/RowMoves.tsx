import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';

/** Moves one of some rows by a place, or takes it out; the last one stays where there must be one. */
export function RowMoves(props: {
  /** Of the row, to be heard with each button. */
  name: string;
  at: number;
  count: number;
  className?: string | undefined;
  mayBeEmpty?: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const { name, at, count, mayBeEmpty = false } = props;
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
        onClick={props.onRemove}
      />
    </span>
  );
}
