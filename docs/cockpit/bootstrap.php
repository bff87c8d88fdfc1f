<?php
/**
 * Cockpit v2: copy to config/bootstrap.php and fill in the two values. Its core has no webhooks, so this tells the site
 * after each request that changed content or files. It calls at the end of the request, because Cockpit announces a
 * removal before it removes anything.
 */
$address = 'https://www.example.com/api/content/changed';
$secret = 'the value of CONTENT_WEBHOOK_SECRET';

$isChanged = false;
$events = ['content.item.save', 'content.remove.before', 'assets.uploaded', 'assets.asset.update', 'assets.remove'];

foreach ($events as $event) {
    $app->on($event, function() use (&$isChanged) {
        $isChanged = true;
    });
}

$app->on('shutdown', function() use (&$isChanged, $address, $secret) {
    if (!$isChanged) {
        return;
    }
    $isChanged = false;
    $call = curl_init($address);
    curl_setopt_array($call, [
        CURLOPT_POST => true,
        CURLOPT_POSTFIELDS => '',
        CURLOPT_HTTPHEADER => ["x-webhook-secret: $secret"],
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_CONNECTTIMEOUT => 2,
        CURLOPT_TIMEOUT => 5,
    ]);
    curl_exec($call);
    $status = curl_getinfo($call, CURLINFO_RESPONSE_CODE);
    if ($status !== 200) {
        error_log("The site was not told of a change: $address answered $status " . curl_error($call));
    }
});
