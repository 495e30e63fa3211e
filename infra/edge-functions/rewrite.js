// Runs in CloudFront on each request for the site (cloudfront-js-2.0). Files keep their address; every other path is a
// page of the single-page application. Rewriting here, not by an error response, leaves a missing file a real 404.
// `ownHost` stands above (edge-code.ts): whoever comes by CloudFront's own name is led to it.
// At the root whatever has a dot in its name is a file, there or not; but for one well-known address, which is a page.
var files = /^\/(assets\/|documents\/|[^/]+\.[^/]*$|\.(?!well-known\/change-password\/?$))/;

function handler(event) {
  var request = event.request;
  if (ownHost && request.headers.host.value !== ownHost)
    return movedTo('https://' + ownHost + request.uri + queryOf(request.querystring));
  if (files.test(request.uri)) return request;

  if (request.uri !== '/' && request.uri.endsWith('/'))
    return movedTo(withoutTrailingSlash(request.uri) + queryOf(request.querystring));

  request.uri = '/index.html';
  return request;
}

function movedTo(location) {
  return { statusCode: 301, statusDescription: 'Moved Permanently', headers: { location: { value: location } } };
}

// Begins with exactly one slash: `//host` and `/\host` would lead browsers to a foreign site.
function withoutTrailingSlash(uri) {
  return '/' + uri.replace(/^[/\\]+/, '').replace(/[/\\]+$/, '');
}

// CloudFront hands names and values over as they were sent, still encoded.
function queryOf(parameters) {
  var pairs = [];
  Object.keys(parameters).forEach(function (name) {
    var values = parameters[name].multiValue || [parameters[name]];
    values.forEach(function (item) {
      pairs.push(item.value === '' ? name : name + '=' + item.value);
    });
  });
  return pairs.length === 0 ? '' : '?' + pairs.join('&');
}
