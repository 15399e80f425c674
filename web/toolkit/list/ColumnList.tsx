import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons';
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Button, Checkbox, InputNumber } from 'antd';
import { columnWidth } from '#domain/lists/column-width.ts';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './column-list.module.css';

const maxWidthPixels = 800;

interface ColumnSetting {
  key: string;
  title: string;
  shown: boolean;
  width: number;
}

export interface ColumnListProps {
  columns: readonly ColumnSetting[];
  onShow: (key: string, shown: boolean) => void;
  /** Moves a column to the position of another one. */
  onMove: (key: string, to: number) => void;
  onWidth: (key: string, width: number) => void;
  onRestore: () => void;
}

/** Only the pointer drags, so no announcement is needed; the arrow keys have their own announcements. */
const noAnnouncements = {
  screenReaderInstructions: { draggable: '' },
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
};

/** Shows the columns one below the other: they can be ticked, dragged, moved by the arrows, and resized. */
export function ColumnList(props: ColumnListProps) {
  const { columns } = props;
  // The arrows of each row are for the keyboard; dragging is only for the pointer.
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const keys = columns.map(({ key }) => key);
  const shownCount = columns.filter(({ shown }) => shown).length;
  const moveDropped = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) props.onMove(String(active.id), keys.indexOf(String(over.id)));
  };
  return (
    <div className={styles.root}>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={noAnnouncements}
        onDragEnd={moveDropped}
      >
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ul>
            {columns.map((column, index) => (
              <ColumnRow
                key={column.key}
                {...props}
                column={column}
                index={index}
                isOnlyVisible={column.shown && shownCount === 1}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <Button size="small" onClick={props.onRestore}>
        恢复默认
      </Button>
    </div>
  );
}

function ColumnRow(
  props: ColumnListProps & { column: ColumnSetting; index: number; isOnlyVisible: boolean },
) {
  const { column, index } = props;
  const { key, title } = column;
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: key,
  });
  return (
    <li
      ref={setNodeRef}
      className={joinClasses(styles.row, isDragging && styles.dragged)}
      style={{ transform: transform ? `translateY(${Math.round(transform.y)}px)` : undefined, transition }}
    >
      <span
        ref={setActivatorNodeRef}
        className={styles.handle}
        title="拖动排序"
        aria-hidden="true"
        {...listeners}
      >
        <HolderOutlined />
      </span>
      <Checkbox
        className={styles.title}
        checked={column.shown}
        disabled={props.isOnlyVisible}
        onChange={(event) => props.onShow(key, event.target.checked)}
      >
        {title}
      </Checkbox>
      <InputNumber<number>
        className={styles.width}
        size="small"
        controls={false}
        aria-label={`${title}列宽`}
        min={columnWidth.minWidth}
        max={maxWidthPixels}
        step={8}
        precision={0}
        value={column.width}
        onChange={(width) => {
          if (width !== null) props.onWidth(key, width);
        }}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowUpOutlined />}
        aria-label={`上移${title}`}
        disabled={index === 0}
        onClick={() => props.onMove(key, index - 1)}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowDownOutlined />}
        aria-label={`下移${title}`}
        disabled={index === props.columns.length - 1}
        onClick={() => props.onMove(key, index + 1)}
      />
    </li>
  );
}
