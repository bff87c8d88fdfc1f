<?php
/**
 * Cockpit v1: copy to config/api/brokerkit/settings.php. Its API reads singletons and cannot write them; `npm run content:push`
 * asks here. GET says that it is there, and whether Settings are; POST {fields, data} makes the singleton `Settings` and fills it, once.
 */
$singletons = $this->module('singletons');

$isFilled = $singletons->exists('Settings') && $singletons->getData('Settings');

if ($data = $this->param('data', null)) {
    if ($isFilled) {
        return ['saved' => false];
    }
    if (!$singletons->exists('Settings')) {
        $singletons->createSingleton('Settings', ['label' => 'Settings', 'fields' => $this->param('fields', [])]);
    }
    return ['saved' => $singletons->saveData('Settings', $data) !== false];
}

return ['ready' => true, 'filled' => (bool) $isFilled];
