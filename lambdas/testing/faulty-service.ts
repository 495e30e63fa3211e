import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach } from '@jest/globals';

/** Fault of a simulated service, which throttles a request, closes the connection, or stalls within the response. */
export type ServiceFault = 'throttled' | 'connectionClosed' | 'stalled';

type StubResponse = { readonly status: number; readonly type: string; readonly body: string };

/** Starts an endpoint for all AWS clients during each test. Applies one of `faults` to each request, and responds normally after the last one. */
export const startFaultyService = (createResponse: (isThrottled: boolean, target: string) => StubResponse) => {
  const service = { faults: [] as ServiceFault[], requestCount: 0 };
  const server = createServer((req, res) => {
    service.requestCount += 1;
    req.resume().on('end', () => {
      const fault = service.faults.shift();
      if (fault === 'connectionClosed') return void req.socket.destroy();
      const { status, type, body } = createResponse(fault === 'throttled', String(req.headers['x-amz-target']));
      res.writeHead(status, { 'content-type': type, 'content-length': body.length });
      if (fault === 'stalled') return void res.write(body.slice(0, 2));
      res.end(body);
    });
  });
  const originalEnv = { ...process.env };
  beforeEach(async () => {
    service.requestCount = 0;
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    Object.assign(process.env, {
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
      AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
  });
  afterEach(async () => {
    process.env = { ...originalEnv };
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });
  return service;
};
