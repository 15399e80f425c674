import type { InstallationFigures } from '#contract/installation.ts';
import { sizeText } from '#domain/uploads/size-text.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { Facts } from './Facts.tsx';

/** Shows the state of the components, and their load. */
export function ComponentsCard({ figures }: { figures: InstallationFigures }) {
  const { isUp, pool, database, turnDelay, memory, streams } = figures;
  const isSilent = !isUp || pool.isSilent;
  return (
    <Card title="运行">
      <Facts
        facts={[
          [
            '数据库',
            <StatusTag
              key="database"
              tone={isSilent ? 'error' : 'success'}
              label={isSilent ? '没有应答' : '正常'}
            />,
          ],
          [
            '数据库连接',
            `${pool.used} / ${pool.most} 使用中${pool.waiting > 0 ? `，${pool.waiting} 个请求在等` : ''}`,
          ],
          ['服务器', database && `${database.servers} 台`],
          ['登录会话', database && `${database.sessions} 个`],
          ['打开的页面', `${streams} 个（本服务器）`],
          ['响应延迟', `${Math.round(turnDelay)} 毫秒`],
          ['占用内存', sizeText(memory)],
        ]}
      />
    </Card>
  );
}
