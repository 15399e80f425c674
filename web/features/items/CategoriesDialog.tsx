import { Button, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { type Category, items } from '#contract/items.ts';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { submitOnEnter } from '#web/toolkit/dialog/submit-on-enter.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import styles from './items.module.css';

/**
 * Edits the categories of the catalogue: the user can add, rename and sort them, and delete those that never
 * had an item.
 */
export function CategoriesDialog({
  categories,
  onClose,
}: {
  categories: readonly Category[];
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const { mutation, running } = useReportedMutation(items.saveCategory);
  const nextOrder = Math.max(0, ...categories.map(({ sortBy }) => sortBy)) + 1;
  const add = async () => {
    if (await mutation({ body: { name: name.trim(), sortBy: nextOrder } }, '添加成功')) setName('');
  };
  return (
    <EditingModal
      open
      title="事项分类"
      width={640}
      unsaved={() => name.trim() !== ''}
      onCancel={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <ul className={styles.categories}>
        {categories.map((category) => (
          <CategoryRow key={category.id} category={category} />
        ))}
      </ul>
      {categories.some(({ items: count }) => count > 0) && (
        <p className={styles.quiet}>有事项的分类不能删除。</p>
      )}
      <div className={styles.row}>
        <Input
          aria-label="新分类的名称"
          className={styles.grow ?? ''}
          maxLength={30}
          placeholder="新分类的名称"
          onKeyDown={submitOnEnter(running || name.trim() === '' ? undefined : () => void add())}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button loading={running} disabled={name.trim() === ''} onClick={() => void add()}>
          添加分类
        </Button>
      </div>
    </EditingModal>
  );
}

function CategoryRow({ category }: { category: Category }) {
  const { id, items: count } = category;
  const [name, setName] = useState(category.name);
  const [sortBy, setSortBy] = useState(category.sortBy);
  const feedback = useFeedback();
  /** The stored values that the user saw last; the input stays even if other people save. */
  const [knownValues, setKnownValues] = useState({ name: category.name, sortBy: category.sortBy });
  const [isRefused, setRefused] = useState(false);
  const saveMutation = useReportedMutation(items.saveCategory, (message) => {
    setRefused(true);
    feedback.warn(`${message}，您填写的内容保留，请核对后再保存`);
  });
  const save = async () => {
    const values = { name: name.trim(), sortBy };
    const over = isRefused ? { name: category.name, sortBy: category.sortBy } : knownValues;
    if (!(await saveMutation.mutation({ body: { id, ...values, over } }, '修改成功！'))) return;
    setKnownValues(values);
    setRefused(false);
  };
  const removeMutation = useReportedMutation(items.removeCategory);
  const isSame = name.trim() === category.name && sortBy === category.sortBy;
  return (
    <li className={styles.row}>
      <Input
        aria-label={`分类名称 ${category.name}`}
        className={styles.grow ?? ''}
        maxLength={30}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <InputNumber
        aria-label={`顺序 ${category.name}`}
        className={styles.order ?? ''}
        prefix="顺序"
        min={0}
        max={100_000}
        precision={0}
        value={sortBy}
        onChange={(value) => setSortBy(value ?? 0)}
      />
      <span className={styles.quiet}>{count} 个事项</span>
      {!isSame && (
        <Button
          size="small"
          aria-label={`保存 ${category.name}`}
          loading={saveMutation.running}
          disabled={name.trim() === ''}
          title={name.trim() === '' ? '请填写分类的名称' : undefined}
          onClick={() => void save()}
        >
          保存
        </Button>
      )}
      <Button
        size="small"
        danger
        aria-label={`删除 ${category.name}`}
        loading={removeMutation.running}
        disabled={count > 0}
        title={count > 0 ? '有事项在这一类，不能删除' : undefined}
        onClick={() => void removeMutation.mutation({ body: { id } }, '删除成功')}
      >
        删除
      </Button>
    </li>
  );
}
