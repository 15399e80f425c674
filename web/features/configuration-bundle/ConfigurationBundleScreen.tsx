import type { Permission } from '#domain/access/actor.ts';
import { exportableParts } from '#domain/office/bundle-parts.ts';
import { useMe } from '#web/api/use-me.ts';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { BundleExport } from './BundleExport.tsx';
import { BundleImport } from './BundleImport.tsx';

/**
 * Shows 办公配置包: export of the office's configuration as a file, and import of another office's (decision
 * 0176).
 */
export function ConfigurationBundleScreen() {
  const me = useMe();
  return (
    <Page title="办公配置包">
      <Card title="导出">
        {me ? (
          <BundleExport parts={exportableParts(new Set(me.permissions as Permission[]))} />
        ) : (
          <SkeletonRows rows={3} />
        )}
      </Card>
      <Card title="导入">
        <BundleImport />
      </Card>
    </Page>
  );
}
