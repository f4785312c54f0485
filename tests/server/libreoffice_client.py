"""Asks LibreOffice's own LanguageTool client about a text; run by the Python that has UNO.

usage: libreoffice_client.py PORT TEXT    prints a list of [start, length, suggestions, comment]
"""

import json
import sys
import time

import uno
from com.sun.star.connection import NoConnectException
from com.sun.star.lang import Locale

port, text = sys.argv[1:]
local = uno.getComponentContext()
resolver = local.ServiceManager.createInstanceWithContext(
    "com.sun.star.bridge.UnoUrlResolver", local
)
address = f"uno:socket,host=127.0.0.1,port={port};urp;StarOffice.ComponentContext"
for _ in range(200):
    try:
        office = resolver.resolve(address)
        break
    except NoConnectException:
        time.sleep(0.3)
else:
    sys.exit("LibreOffice does not answer")
checker = office.ServiceManager.createInstanceWithContext(
    "org.openoffice.lingu.LanguageToolGrammarChecker", office
)
found = checker.doProofreading("story", text, Locale("en", "US", ""), 0, len(text), ())
print(
    json.dumps(
        [
            [error.nErrorStart, error.nErrorLength, list(error.aSuggestions), error.aFullComment]
            for error in found.aErrors
        ]
    )
)
