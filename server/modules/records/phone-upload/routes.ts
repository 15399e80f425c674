import { phoneUpload, qrUpload } from '#contract/phone-upload.ts';
import { openWithLimits, staff } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { createUploadLimiter } from '#server/modules/records/files/service.ts';
import * as desk from './desktop-calls.ts';
import * as phone from './phone-calls.ts';
import { receiveFromPhone } from './receive.ts';

export function mountPhoneUpload(app: App): void {
  const limiter = createUploadLimiter();
  route(app, qrUpload.create, staff, desk.createCode);
  route(app, qrUpload.state, staff, desk.readState);
  route(app, qrUpload.files, staff, desk.listReceivedFiles);
  route(app, qrUpload.end, staff, desk.endUpload);
  // Needs no login, because nobody signs in on the phone: the code and the phone's own secret replace a
  // session. A rate limit prevents guessing codes.
  const byCode = openWithLimits(phone.limitsOfPhone);
  route(app, phoneUpload.open, byCode, phone.openByPhone);
  route(app, phoneUpload.plan, byCode, phone.planFiles);
  route(app, phoneUpload.send, byCode, (call) => receiveFromPhone(call, limiter));
  route(app, phoneUpload.submit, byCode, phone.submitByPhone);
}
