// Runs in CloudFront on each request for the API (cloudfront-js-2.0). The API hears its own host name, never the one that
// the browser asked: this hands that on, so that an Origin can be compared with it. A header sent under the name is replaced.
function handler(event) {
  var request = event.request;
  request.headers['x-viewer-host'] = { value: request.headers.host.value };
  return request;
}
