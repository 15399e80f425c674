import { Button, Popconfirm } from 'antd';
import { type HandOverPreview, handOvers } from '#contract/hand-overs.ts';
import { useAction } from '#web/api/use-action.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import styles from './hand-overs.module.css';

/** Shows the views that a departing person still shares; they can be deleted only here. */
export function SharedViews({
  views,
  onDeleted,
}: Pick<HandOverPreview, 'views'> & { onDeleted: () => void }) {
  const { run, running } = useAction(handOvers.removeView);
  const feedback = useFeedback();
  const remove = async (id: string) => {
    const outcome = await run({ params: { id } });
    if (outcome.kind === 'failed') feedback.failure(outcome.failure);
    if (outcome.kind === 'done') feedback.success('视图已删除');
    if (outcome.kind !== 'ignored') onDeleted();
  };
  return (
    <div className={styles.views}>
      <p>共享的列表视图，本单位同事仍在使用：</p>
      <ul aria-label="共享的列表视图">
        {views.map(({ id, name }) => (
          <li key={id}>
            <span>{name}</span>
            <Popconfirm
              title={`删除视图“${name}”？`}
              description="同事将不能再使用。"
              okText="删除"
              cancelText="取消"
              onConfirm={() => void remove(id)}
            >
              <Button size="small" disabled={running} aria-label={`删除视图“${name}”`}>
                删除
              </Button>
            </Popconfirm>
          </li>
        ))}
      </ul>
    </div>
  );
}
